package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.matrix.FactorChoice.Kind;
import org.junit.jupiter.api.Test;

class FactorChoiceTest {
  private static final LinkModel SLOW = LinkModel.network(0.1, 100);

  private static Kind cheapest(int pairs, int rows, int columns, double entries, int workers) {
    return new FactorChoice(pairs, rows, columns, entries, workers).cheapest(SLOW);
  }

  @Test
  void shouldSendFactorsOfLargeMatrices() {
    assertEquals(Kind.FACTORS, cheapest(16, 2500, 2500, 2500, 8));
    assertEquals(Kind.FACTORS, cheapest(16, 100, 47_237, 75, 8));
    assertEquals(Kind.FACTORS, cheapest(1, 10, 785, 785, 2));
  }

  /** (P − 1) K (J + D) against 2 (P − 1)/P J D: many pairs of a small matrix are more than it. */
  @Test
  void shouldSendTheMatrixIfItIsSmallerThanItsFactors() {
    assertEquals(Kind.DENSE, cheapest(1000, 10, 100, 100, 4));
    assertEquals(Kind.DENSE, cheapest(256, 10, 785, 785, 8));
  }

  @Test
  void shouldSendEntriesIfFewColumnsAreTouchedByMany() {
    assertEquals(Kind.SPARSE, cheapest(5000, 2, 1_000_000, 1, 64));
  }

  /** Entries of long rows are a column each; of two batches there are twice as many to begin. */
  @Test
  void shouldPriceTheColumnsThatAreTouched() {
    LinkModel threads = LinkModel.inproc().withCores(2);
    FactorChoice flat = new FactorChoice(64, 2, 100_000, 100, 2);
    assertEquals(Kind.DENSE, flat.cheapest(threads));
    FactorChoice tall = new FactorChoice(64, 100, 100_000, 100, 2);
    assertEquals(Kind.FACTORS, tall.cheapest(threads));
  }

  @Test
  void shouldPriceBytesAsTheyAre() {
    FactorChoice dense = new FactorChoice(16, 100, 1000, 1000, 4);
    assertEquals(4 * 16 * 1100, dense.factorBytes());
    FactorChoice sparse = new FactorChoice(16, 100, 1000, 30, 4);
    assertEquals(4 * 16 * 160, sparse.factorBytes());
  }

  /** A line ten times as slow makes it dearer, but not by more. */
  @Test
  void shouldGrowWithWhatItDependsOn() {
    for (Kind kind : Kind.values()) {
      double base = new FactorChoice(16, 100, 1000, 50, 4).nanos(kind, SLOW);
      double slower =
          new FactorChoice(16, 100, 1000, 50, 4).nanos(kind, LinkModel.network(0.01, 1e3));
      assertTrue(slower > 2 * base && slower <= 10 * base, kind + ": " + slower / base);
      double larger = new FactorChoice(16, 1000, 1000, 50, 4).nanos(kind, SLOW);
      assertTrue(larger > base, kind + " rows");
      double denser = new FactorChoice(16, 100, 1000, 500, 4).nanos(kind, SLOW);
      assertTrue(denser > base, kind + " entries");
      double more = new FactorChoice(16, 100, 1000, 50, 16).nanos(kind, SLOW);
      assertTrue(more > base, kind + " workers");
    }
  }

  @Test
  void shouldRefuseWhatIsNoMatrix() {
    assertThrows(IllegalArgumentException.class, () -> new FactorChoice(0, 1, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new FactorChoice(1, 1, 1, Double.NaN, 1));
    assertEquals(Kind.FACTORS, cheapest(16, 10, 10, 10, 1));
  }
}
