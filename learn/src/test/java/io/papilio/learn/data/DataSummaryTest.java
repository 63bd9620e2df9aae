package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataSummary.LabelCount;
import io.papilio.learn.data.DataSummary.LabelCounts;
import io.papilio.learn.data.DataSummary.Lengths;
import io.papilio.learn.data.DataSummary.Values;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DataSummaryTest {

  /** Row i has i entries, below zero at even indices, and the label i modulo {@code labels}. */
  private static SparseRows growing(int from, int to, int labels) {
    RowsBuilder rows = new RowsBuilder();
    for (int row = from; row < to; row++) {
      for (int i = 0; i < row; i++) {
        rows.add(10 * i, i % 2 == 0 ? -i - 1 : 0.5f * i);
      }
      rows.endRow(row % labels, 1);
    }
    return rows.build();
  }

  @Test
  void shouldSumUpAllBlocks() {
    DataSummary summary =
        DataSummary.of(List.of(growing(0, 30, 2), growing(30, 30, 2), growing(30, 100, 2)));
    assertEquals(
        new DataSummary(
            100,
            981,
            4950,
            new Lengths(49.5, 0, 99, List.of(0, 24, 49, 74, 98), 1),
            new LabelCounts(List.of(new LabelCount(0, 50), new LabelCount(1, 50)), 0),
            new Values(-99, 48.5f),
            false,
            false),
        summary);
    assertEquals(
        """
        rows         100, 1 without features
        features     981
        non-zeros    4950
          per row    mean 49.50, min 0, max 99
          quantiles  0 24 49 74 98 (0.01 0.25 0.5 0.75 0.99)
        labels       0 (50), 1 (50)
        values       -99 to 48.5
        weights      all 1
        unit norm    no"""
            .replace("\n", System.lineSeparator()),
        summary.text());
  }

  @Test
  void shouldHaveNothingToSayOfNothing() {
    DataSummary nothing =
        new DataSummary(
            0,
            0,
            0,
            new Lengths(0, 0, 0, List.of(0, 0, 0, 0, 0), 0),
            new LabelCounts(List.of(), 0),
            new Values(0, 0),
            false,
            false);
    assertEquals(nothing, DataSummary.of(List.of()));
    assertEquals(nothing, DataSummary.of(List.of(growing(0, 0, 1))));
  }

  @Test
  void shouldListTwentyLabelsAtMost() {
    LabelCounts twenty = DataSummary.of(List.of(growing(0, 40, 20))).labels();
    assertEquals(
        IntStream.range(0, 20).mapToObj(i -> new LabelCount(i, 2)).toList(), twenty.listed());
    assertEquals(0, twenty.more());
    DataSummary many = DataSummary.of(List.of(growing(0, 40, 23)));
    assertEquals(20, many.labels().listed().size());
    assertEquals(3, many.labels().more());
    assertTrue(many.text().contains("18 (1), 19 (1) and 3 more"), many.text());
  }

  @Test
  void shouldCountZerosAsOneLabel() {
    RowsBuilder rows = new RowsBuilder();
    rows.endRow(0f, 1);
    rows.endRow(-0f, 1);
    assertEquals(
        List.of(new LabelCount(0, 2)), DataSummary.of(List.of(rows.build())).labels().listed());
  }

  @Test
  void shouldKnowWeights() {
    RowsBuilder rows = new RowsBuilder();
    rows.endRow(1, 2);
    DataSummary summary = DataSummary.of(List.of(growing(0, 3, 2), rows.build()));
    assertTrue(summary.weighted());
    assertTrue(summary.text().contains("weights      yes"));
  }

  @Test
  void shouldKnowUnitNormAlsoOfRoundedValuesAndEmptyRows() {
    RowsBuilder rows = new RowsBuilder();
    rows.add(1, 0.6f);
    rows.add(2, -0.8001f);
    rows.endRow(1, 1);
    rows.endRow(1, 1);
    SparseRows unit = rows.build();
    assertTrue(DataSummary.of(List.of(unit)).unitNorm());
    assertFalse(DataSummary.of(List.of(unit, growing(2, 4, 2))).unitNorm());
    rows.endRow(1, 1);
    assertFalse(DataSummary.of(List.of(rows.build())).unitNorm());
  }
}
