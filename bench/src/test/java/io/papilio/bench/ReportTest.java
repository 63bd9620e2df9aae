package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

class ReportTest {
  @TempDir private Path folder;

  private static Row row(int ranks, int length) {
    double micros = 3.0 * ranks + length / 100.0;
    return new Row(
        "shm", ranks, 0, new Timing(length, micros, 2 * micros, OptionalDouble.of(micros), true));
  }

  @Test
  void shouldWriteTablesAndRowsBesideThem() throws IOException {
    Path file = folder.resolve("new").resolve("x.md");
    new Report(Map.of("Java", "17"), List.of(row(2, 100)), List.of("a\nb")).write(file);
    String markdown = Files.readString(file);
    assertTrue(markdown.contains("\n| Java | 17 |\n"), markdown);
    assertTrue(markdown.contains("\n## Papilio shm\n"), markdown);
    assertTrue(markdown.endsWith("\n## What went wrong\n\n- a b\n"), markdown);
    JsonNode json = new ObjectMapper().readTree(file.resolveSibling("x.json").toFile());
    assertEquals("17", json.at("/facts/Java").textValue());
    assertEquals(7, json.at("/rows/0/minMicros").doubleValue());
    assertEquals(100, json.at("/rows/0/length").intValue());
  }

  @Test
  void shouldDrawCharts() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int ranks = 2; ranks <= 5; ranks++) {
      rows.add(row(ranks, 1000));
    }
    rows.add(row(2, 1));
    rows.add(row(2, 1_000_000));
    GrowthChart chart = new GrowthChart("shm", new Summary(rows));
    for (var drawing : List.of(chart.byRanks(1000), chart.byLength(2))) {
      assertEquals(3, drawing.getSeriesCollection().size());
      Path file = folder.resolve("chart.svg");
      Chart.write(drawing, file);
      assertTrue(Files.readString(file).contains("<svg"));
    }
    assertEquals(4, chart.byRanks(1000).getSeries("best").getXData().length);
    assertThrows(IllegalArgumentException.class, () -> chart.byRanks(17));
  }

  @Test
  void shouldReadAndWriteNumbersAsPeopleDo() {
    assertEquals(100_000, new WholeNumber().convert("1e5"));
    assertEquals(12, new WholeNumber().convert("12"));
    for (String text : List.of("", "x", "1.5", "0", "-3", "1e10")) {
      assertThrows(TypeConversionException.class, () -> new WholeNumber().convert(text), text);
    }
    assertEquals("1e5", MarkdownTable.length(100_000));
    assertEquals("3e3", MarkdownTable.length(3000));
    assertEquals("100", MarkdownTable.length(100));
    assertEquals("2049", MarkdownTable.length(2049));
    assertEquals("0.82", MarkdownTable.micros(0.8214));
    assertEquals("18,294", MarkdownTable.micros(18294.3));
  }

  @Test
  void shouldKeepFoldersOfThisMachineToItself() {
    assertEquals(
        "x --ranks 2 --rounds 1", Root.withoutFolders("x --ranks 2 --out /y/z.md --rounds 1"));
    assertEquals("x", Root.withoutFolders("x --out=/y/z.md"));
    assertEquals("x --ranks 2", Root.withoutFolders("x --ranks 2"));
    assertEquals("x --rcv1 DIR --y", Root.withoutFolders("x --rcv1 /a/b --y"));
  }

  @Test
  void shouldFindTheProcessor() {
    String text = "processor\t: 0\nmodel name\t: AMD EPYC: 7\nmodel name\t: other\n";
    assertEquals(Optional.of("AMD EPYC: 7"), Machine.model(text));
    assertEquals(Optional.empty(), Machine.model(""));
  }
}
