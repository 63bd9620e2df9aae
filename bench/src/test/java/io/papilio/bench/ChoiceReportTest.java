package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.core.price.LinkModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ChoiceReportTest {
  @TempDir Path folder;
  private final ChoiceReport report = new ChoiceReport(Map.of("date", "today"));

  /** By its figures a link where rounds count alone has the butterfly. */
  private void add(int round, String... rows) throws IOException {
    report.add(round, LinkModel.of(60_000, 0), "[" + String.join(",", rows) + "]");
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
        row("butterfly", 1000, 4.7, 5));
    add(
        0,
        row("auto", 1_000_000, 125, 90),
        row("ring", 1_000_000, 124, 99),
        row("butterfly", 1_000_000, 120, 99));
    add(
        1,
        row("auto", 1000, 5, 7),
        row("tree", 1000, 4.1, 5),
        row("butterfly", 1000, 4.8, 5),
        row("ring", 1000, 6, 7));
  }

  @Test
  void shouldCompareWhatIsTakenWithTheFastest() throws IOException {
    addTwoRounds();
    String text = report.markdown(List.of());
    String expected =
        """
        | transport | fastest | by figures | calibrated | ranks | floats | best | by figures |\
         / best | / predicted | calibrated | / best | / predicted |
        | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | shm | ring | butterfly | tree, ring | 4 | 1e3 | 4.00 | 4.70 |\
         1.18 ! | 0.04 | 4.60 | 1.15 | 0.77 |
        | shm | butterfly | butterfly | – | 4 | 1e6 | 120 | 120 |\
         1.00 | 1.00 | 125 | 1.04 | 1.39 ! |

        By figures: 1 of 2 within 15 % of the best,\
         1 of 1 from 1e5 on within 30 % of the prediction.
        Calibrated: 2 of 2 within 15 % of the best,\
         0 of 1 from 1e5 on within 30 % of the prediction.
        In single rounds: 0 of 2 by figures, 1 calibrated, 1 by the fastest of the other rounds.

        """;
    assertTrue(text.endsWith(expected), text);
    assertTrue(text.contains("| date | today |"), text);
    assertTrue(report.markdown(List.of("it broke")).endsWith("- it broke\n"));
  }

  @Test
  void shouldNotJudgeAChoiceThatWasNotTimed() throws IOException {
    add(0, row("auto", 1000, 1, 2), row("ring", 1000, 1, 2));
    assertThrows(IllegalStateException.class, () -> report.markdown(List.of()));
  }

  @Test
  void shouldKeepAllRows() throws IOException {
    addTwoRounds();
    Path file = folder.resolve("choices.md");
    report.write(file, List.of("it broke"));
    assertEquals(report.markdown(List.of("it broke")), Files.readString(file));
    JsonNode json = new ObjectMapper().readTree(folder.resolve("choices.json").toFile());
    assertEquals(11, json.get("rows").size());
    assertEquals(1, json.get("rows").get(10).get("round").intValue());
    assertEquals("butterfly", json.get("rows").get(10).get("byFigures").textValue());
    assertEquals("today", json.get("facts").get("date").textValue());
    assertEquals(Files.readString(file), ChoiceReport.again(folder.resolve("choices.json")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"not json", "{\"a\": 1}", "{}", "{\"rows\": [{\"ranks\": 2}]}"})
  void shouldSayWhichFileHasNoRows(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), content);
    CommandLine choices = new CommandLine(new Choices());
    StringWriter errors = new StringWriter();
    choices.setErr(new PrintWriter(errors));
    assertEquals(2, choices.execute("--rows", file.toString()));
    assertTrue(errors.toString().startsWith(file + " has no rows"), errors.toString());
  }
}
