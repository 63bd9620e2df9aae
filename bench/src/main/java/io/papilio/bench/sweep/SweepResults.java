package io.papilio.bench.sweep;

import io.papilio.learn.job.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a sweep: tables for people, and beside them charts, and all rows as JSON.
 *
 * @param facts when, how and where it was measured
 * @param notes what was left out, and what went wrong
 */
record SweepResults(
    SweepFile sweep, Map<String, String> facts, List<ResultTable> results, List<String> notes) {

  void write(Path file) throws IOException {
    String name = file.getFileName().toString().replaceFirst("\\.md$", "");
    StringBuilder text = new StringBuilder("# " + sweep.title() + "\n\n");
    MarkdownTable head = new MarkdownTable(2, List.of("", ""));
    facts.forEach((topic, fact) -> head.add(List.of(topic, fact)));
    text.append(head);
    text.append(sweep.about().isEmpty() ? "" : "\n" + sweep.about() + "\n");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("facts", facts);
    for (ResultTable result : results) {
      String title = result.table().name();
      String note = result.table().note();
      text.append("\n## ").append(title).append("\n\n");
      text.append(note.isEmpty() ? "" : note + "\n\n").append(result.markdown());
      if (result.table().chart() != null && !result.rows().isEmpty()) {
        Path chart = file.resolveSibling("%s-%s.svg".formatted(name, title));
        new ResultChart(result, result.table().chart()).write(chart);
        text.append("\n![%s](%s)\n".formatted(title, chart.getFileName()));
      }
      json.put(title, result.rows());
    }
    text.append(notes.isEmpty() ? "" : "\n## Notes\n\n");
    notes.forEach(note -> text.append("- ").append(note.replace('\n', ' ')).append('\n'));
    json.put("notes", notes);
    Files.writeString(file, text);
    Files.writeString(file.resolveSibling(name + ".json"), Json.text(json) + "\n");
  }

  /** Puts tables into the places of a page that are marked for them. */
  static void fill(Path page, List<ResultTable> results) throws IOException {
    String text = Files.readString(page);
    for (ResultTable result : results) {
      text = fill(text, result.table().name(), result.markdown());
    }
    Files.writeString(page, text);
  }

  /** Returns a page with a table between its mark and the end, if it has one for it. */
  static String fill(String page, String table, String content) {
    String mark = "<!-- table %s -->\n".formatted(table);
    int start = page.indexOf(mark);
    int end = page.indexOf("<!-- end -->", start);
    if (start < 0) {
      return page;
    }
    if (end < 0) {
      throw new IllegalArgumentException("no <!-- end --> of table " + table);
    }
    return page.substring(0, start + mark.length()) + content + page.substring(end);
  }
}
