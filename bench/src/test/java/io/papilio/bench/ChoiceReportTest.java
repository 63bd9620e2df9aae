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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoiceReportTest {
  @TempDir Path folder;
  private final ChoiceReport report = new ChoiceReport(Map.of("date", "today"));

  private void add(int round, String... rows) throws IOException {
    report.add(round, "[" + String.join(",", rows) + "]");
  }

  private static String row(String algorithm, int length, double min, double predicted) {
    return """
        {"ranks": 4, "transport": "shm", "algorithm": "%s", "length": %d, "minMicros": %s,
         "predictedMicros": %s}"""
        .formatted(algorithm, length, min, predicted);
  }

  private void addTwoRounds() throws IOException {
    add(
        0,
        row("ring", 1000, 4, 7),
        row("auto", 1000, 4.6, 5),
        row("tree", 1000, 4.4, 5),
        row("butterfly", 1000, 4.5, 5));
    add(0, row("auto", 1_000_000, 150, 90), row("ring", 1_000_000, 125, 99));
    add(1, row("auto", 1000, 5, 7), row("tree", 1000, 4.1, 5), row("ring", 1000, 6, 7));
  }

  @Test
  void shouldCompareWhatIsTakenWithTheFastest() throws IOException {
    addTwoRounds();
    String text = report.markdown(List.of());
    String expected =
        """
        | transport | taken | fastest | ranks | floats | auto | best | auto / best |
        | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
        | shm | tree, ring | ring | 4 | 1e3 | 4.60 | 4.00 | 1.15 |
        | shm | – | ring | 4 | 1e6 | 150 | 125 | 1.20 ! |

        1 of 2 within 15 % of the best.
        """;
    assertTrue(text.endsWith(expected), text);
    assertTrue(text.contains("| date | today |"), text);
    assertTrue(report.markdown(List.of("it broke")).endsWith("- it broke\n"));
  }

  @Test
  void shouldKeepAllRows() throws IOException {
    addTwoRounds();
    Path file = folder.resolve("choices.md");
    report.write(file, List.of());
    assertEquals(report.markdown(List.of()), Files.readString(file));
    JsonNode json = new ObjectMapper().readTree(folder.resolve("choices.json").toFile());
    assertEquals(9, json.get("rows").size());
    assertEquals(1, json.get("rows").get(8).get("round").intValue());
    assertEquals("today", json.get("facts").get("date").textValue());
  }
}
