package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricValuesTest {
  private static final MetricValues SOME =
      MetricValues.loss(0.5).with("zeta", 1).with("auc", Double.NaN).with("alpha", 2);

  @Test
  void shouldKeepValuesInOrder() {
    assertEquals(List.of("loss", "zeta", "auc", "alpha"), List.copyOf(SOME.values().keySet()));
    assertEquals(0.5, SOME.loss());
    assertEquals(2, SOME.get("alpha"));
    assertTrue(Double.isNaN(SOME.get("auc")));
    assertTrue(Double.isNaN(SOME.get("beta")), "there is none");
    assertEquals("{loss=0.5, zeta=1.0, auc=NaN, alpha=2.0}", SOME.toString());
    assertThrows(UnsupportedOperationException.class, () -> SOME.values().put("beta", 1.0));
  }

  /** JSON has no NaN, but null. */
  @Test
  void shouldTakeNullForNoNumber() {
    Map<String, Double> values = new HashMap<>(SOME.values());
    values.put("auc", null);
    assertEquals(SOME, new MetricValues(values));
  }

  @Test
  void shouldEqualTheSameValues() {
    MetricValues same =
        MetricValues.loss(0.5).with("zeta", 1).with("auc", Double.NaN).with("alpha", 2);
    assertEquals(SOME, same);
    assertEquals(SOME.hashCode(), same.hashCode());
    assertNotEquals(SOME, SOME.with("alpha", 3));
    assertNotEquals(SOME, MetricValues.loss(0.5));
    assertNotEquals(SOME.hashCode(), SOME.with("alpha", 3).hashCode());
    assertNotEquals(SOME, (Object) SOME.values());
  }

  @Test
  void shouldBeShownByNamesThatPeopleUse() {
    assertEquals("auROC", MetricValues.title("auc"));
    assertEquals("accuracy", MetricValues.title("accuracy"));
  }

  @Test
  void shouldBeMeasuredByOneAlone() {
    RowsBuilder rows = new RowsBuilder();
    rows.endRow(3, 1);
    rows.endRow(6, 2);
    WeightedMeans labels =
        new WeightedMeans(
            1, (some, row) -> new double[] {some.label(row)}, means -> MetricValues.loss(means[0]));
    labels.add(rows.build());
    assertEquals(MetricValues.loss(5), labels.metrics());
  }
}
