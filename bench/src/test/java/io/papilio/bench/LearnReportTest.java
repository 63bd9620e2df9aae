package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearnReportTest {
  @TempDir private Path folder;

  private final Findings findings = new Findings();
  private String markdown = "";

  private void add(String measure, double... values) {
    for (double value : values) {
      findings.add(List.of(new Finding("s", measure, 0, value)));
    }
  }

  @BeforeEach
  void write() throws IOException {
    add("sgd-1", 200, 180, 190);
    add("sklearn-sgd", 100, 90);
    add("online-1", 50);
    add("online-2-threads", 95);
    add("text", 24.25);
    add("file-papilio", 5, 4);
    add("objective-papilio", 1000.0005);
    add("file-liblinear", 6);
    add("objective-liblinear", 1000.0001);
    add("heap-rows", 8.25);
    for (String what : List.of("rows", "features")) {
      for (int size = 10; size <= 40; size *= 2) {
        for (Exercise exercise : Exercise.values()) {
          String measure = LearnGrowth.measure(what, exercise, size);
          findings.add(List.of(new Finding("growth", measure, 0, size / 1e3)));
        }
      }
    }
    LearnReport report =
        new LearnReport(
            Map.of("Java", "17"),
            Map.of("s", "3 rows"),
            Map.of("s/papilio", "papilio train", "s/liblinear", "liblinear-train"),
            Map.of("s", 1000.0),
            findings,
            List.of("a turn"));
    report.write(folder.resolve("x.md"));
    markdown = Files.readString(folder.resolve("x.md"));
  }

  private void has(String line) {
    assertTrue(markdown.contains("\n" + line + "\n"), markdown);
  }

  @Test
  void shouldPutSpeedsNextToThoseOfOthers() {
    has("## s: 3 rows");
    has("| SGD, batch 1, one worker | 200 | 190 | sklearn SGD | 100 | 95.0 | 2.00 | ≥ 1.5 |");
    has("| online, one worker | 50.0 | 50.0 | sklearn SGD | 100 | 95.0 | 0.50 | ≥ 0.6 |");
    has("| online, two threads | 95.0 | 95.0 | one worker | 50.0 | 50.0 | 1.90 | ≥ 1.8 |");
    has("| L-BFGS, two threads | – | – | one worker | – | – | – | ≥ 1.8 |");
    has("| text to model | 24.3 | 24.3 | – | – | – | – | ≥ 25.0 |");
  }

  @Test
  void shouldSayHowNearSolversCame() {
    has("| papilio | 4.00 | 4.50 | 1.00 | 1000.0005 | 5.0e-07 | `papilio train` |");
    has("| liblinear | 6.00 | 6.00 | 1.50 | 1000.0001 | 1.0e-07 | `liblinear-train` |");
  }

  @Test
  void shouldShowMemoryAndGrowth() throws IOException {
    has("| a non-zero of the rows, s | 8.25 | ≤ 12 |");
    has("| 40 | 40.0 | 4.00 | 40.0 | 4.00 | 40.0 | 4.00 |");
    has("![A pass, by rows](x-rows.svg)");
    assertTrue(Files.readString(folder.resolve("x-rows.svg")).contains("<svg"));
    assertTrue(Files.exists(folder.resolve("x-features.svg")));
  }

  @Test
  void shouldKeepAllFindings() throws IOException {
    JsonNode json = new ObjectMapper().readTree(folder.resolve("x.json").toFile());
    assertEquals("17", json.at("/facts/Java").textValue());
    assertEquals(findings.all().size(), json.at("/findings").size());
    assertEquals("sgd-1", json.at("/findings/0/measure").textValue());
    assertEquals(200, json.at("/findings/0/value").doubleValue());
    assertTrue(markdown.endsWith("\n## What went wrong\n\n- a turn\n"), markdown);
  }
}
