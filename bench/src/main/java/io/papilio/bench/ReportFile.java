package io.papilio.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** What all reports have in common: their names, heads and ends, and how they become files. */
final class ReportFile {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm");

  private ReportFile() {}

  /** A name for results of now. */
  static String stamped(String name) {
    return name + "-" + STAMP.format(ZonedDateTime.now(ZoneOffset.UTC));
  }

  /** A table of when, how and where it was measured. */
  static String head(Map<String, String> facts) {
    MarkdownTable head = new MarkdownTable(2, List.of("", ""));
    facts.forEach((topic, fact) -> head.add(List.of(topic, fact)));
    return head.toString();
  }

  /** A section at the end, or nothing if nothing went wrong. */
  static String failures(List<String> failures) {
    if (failures.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n## What went wrong\n\n");
    failures.forEach(failure -> text.append("- ").append(failure.replace('\n', ' ')).append('\n'));
    return text.toString();
  }

  static String json(Object content) throws IOException {
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n";
  }

  /** Writes {@code x.json} for {@code x.md} or {@code x.svg}. */
  static void writeJsonBeside(Path sibling, Object content) throws IOException {
    Files.writeString(beside(sibling, ".json"), json(content));
  }

  /** A file of the same name with another ending, in a folder that is there. */
  static Path beside(Path sibling, String ending) throws IOException {
    Path file = sibling.toAbsolutePath();
    Files.createDirectories(file.getParent());
    return file.resolveSibling(
        file.getFileName().toString().replaceFirst("\\.(md|svg)$", "") + ending);
  }
}
