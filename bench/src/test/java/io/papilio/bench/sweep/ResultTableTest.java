package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.bench.sweep.SweepFile.SweepTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;

class ResultTableTest {
  private static final List<Map<String, Object>> ROWS =
      List.of(
          row("ours", 10, 2),
          row("theirs", 10, 5),
          row("others", 10, 4),
          row("ours", 10, 3),
          row("ours", 1000, 50),
          row("theirs", 1000, 40));

  private static Map<String, Object> row(String who, int length, double micros) {
    return Map.of("who", who, "length", length, "micros", micros);
  }

  private static SweepTable table(String rest) throws IOException {
    String json = "{'name': 't', 'axes': {'who': []}, 'keys': ['length'], " + rest + "}";
    return new ObjectMapper().readValue(json.replace('\'', '"'), SweepTable.class);
  }

  @Test
  void shouldHaveALineForEachCaseAndKey() throws IOException {
    SweepTable table = table("'columns': ['min micros', 'count micros']");
    assertEquals(
        """
        | who | length | best micros | count micros |
        | --- | --- | ---: | ---: |
        | ours | 10 | 2 | 2 |
        | theirs | 10 | 5 | 1 |
        | others | 10 | 4 | 1 |
        | ours | 1,000 | 50 | 1 |
        | theirs | 1,000 | 40 | 1 |
        """,
        new ResultTable(table, ROWS).markdown());
  }

  @Test
  void shouldShowOthersBesideOurs() throws IOException {
    SweepTable table =
        table(
            "'views': [{'by': 'who', 'values': ['ours', 'missing', 'theirs', 'others'], 'columns':"
                + " ['min micros', 'micros']}]");
    assertEquals(
        """
        | length | ours best micros | ours micros | theirs best micros | theirs / ours | others \
        best micros | others / ours |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        | 10 | 2 | 2.5 | 5 | 2.5 | 4 | 2 |
        | 1,000 | 50 | 50 | 40 | 0.8 | – | – |
        """,
        new ResultTable(table, ROWS).markdown());
  }

  @Test
  void shouldCompareWithTheFastest() throws IOException {
    SweepTable table = table("'views': [{'by': 'who', 'columns': ['min micros'], 'toBest': true}]");
    assertEquals(
        """
        | length | ours best micros | fastest | best micros | ours / fastest |
        | --- | ---: | ---: | ---: | ---: |
        | 10 | 2 | ours | 2 | 1 |
        | 1,000 | 50 | theirs | 40 | 1.25 |

        ours is within 15 % of the fastest in 1 of 2 lines.
        """,
        new ResultTable(table, ROWS).markdown());
  }

  @Test
  void shouldShowWordsBesideNumbers() throws IOException {
    SweepTable table =
        table("'views': [{'by': 'who', 'columns': ['min micros', 'chose'], 'toBest': true}]");
    Map<String, Object> ours = Map.of("who", "ours", "length", 10, "micros", 2, "chose", "pears");
    assertEquals(
        """
        | length | ours best micros | ours chose | fastest | best micros | ours / fastest |
        | --- | ---: | ---: | ---: | ---: | ---: |
        | 10 | 2 | pears | ours | 2 | 1 |

        ours is within 15 % of the fastest in 1 of 1 lines.
        """,
        new ResultTable(table, List.of(ours, row("theirs", 10, 5))).markdown());
  }

  @Test
  void shouldDrawALineForEach(@TempDir Path folder) throws IOException {
    SweepTable table =
        table(
            "'columns': ['micros'], 'chart': {'title': 'T', 'x': 'length', 'y': ['min micros'],"
                + " 'by': 'who', 'logX': true}");
    ResultChart chart = new ResultChart(new ResultTable(table, ROWS), table.chart());
    XYChart drawn = chart.chart();
    assertEquals(3, drawn.getSeriesCollection().size());
    assertArrayEquals(new double[] {10, 1000}, drawn.getSeries("theirs").getXData());
    assertArrayEquals(new double[] {5, 40}, drawn.getSeries("theirs").getYData());
    chart.write(folder.resolve("t.svg"));
    assertTrue(Files.readString(folder.resolve("t.svg")).contains("<svg"));
  }

  @Test
  void shouldFillItsPlaceInAPage() {
    String page = "a\n<!-- table t -->\nold\n<!-- end -->\nb\n<!-- table u -->\nc\n";
    assertEquals(page.replace("old\n", "new\n"), SweepResults.fill(page, "t", "new\n"));
    assertEquals(page, SweepResults.fill(page, "x", "new\n"));
    assertThrows(IllegalArgumentException.class, () -> SweepResults.fill(page, "u", "new\n"));
  }
}
