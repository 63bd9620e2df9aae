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

  /** As measured: docs/results/factors.md. */
  @Test
  void shouldChooseWhatWasTheFastestOfThreads() {
    assertEquals(Kind.DENSE, amongThreads(1, 10, 1_001, 41, 2));
    assertEquals(Kind.DENSE, amongThreads(64, 10, 1_001, 41, 4));
    assertEquals(Kind.SPARSE, amongThreads(1, 2, 100_001, 43, 2));
    assertEquals(Kind.SPARSE, amongThreads(16, 2, 100_001, 43, 4));
    assertEquals(Kind.DENSE, amongThreads(64, 2, 100_001, 43, 4));
    for (int pairs : new int[] {1, 16, 64}) {
      assertEquals(Kind.FACTORS, amongThreads(pairs, 100, 40_001, 43, 2));
      assertEquals(Kind.FACTORS, amongThreads(pairs, 100, 40_001, 43, 4));
    }
    assertEquals(Kind.FACTORS, amongThreads(1, 1_024, 1_024, 1_024, 4));
    assertEquals(Kind.DENSE, amongThreads(64, 1_024, 1_024, 1_024, 4));
  }

  private static Kind amongThreads(int pairs, int rows, int columns, double entries, int workers) {
    LinkModel link = LinkModel.inproc().withCores(2);
    return new FactorChoice(pairs, rows, columns, entries, workers).cheapest(link);
  }

  /** What is done for a batch, however small, queues as all work does. */
  @Test
  void shouldPriceTheBroadcastOfABatch() {
    FactorChoice one = new FactorChoice(1, 2, 10, 1, 4);
    double apart = one.nanos(Kind.FACTORS, LinkModel.inproc().withCores(4));
    double together = one.nanos(Kind.FACTORS, LinkModel.inproc().withCores(2).withWake(0));
    assertEquals(15_000, apart, 1_000);
    assertEquals(2, together / apart, 0.1);
    FactorChoice alone = new FactorChoice(1, 2, 10, 1, 1);
    assertTrue(alone.nanos(Kind.FACTORS, LinkModel.inproc()) < 1_000);
  }

  /** Columns here and there of a matrix in memory take longer than those of one in a cache. */
  @Test
  void shouldPriceColumnsThatAreFar() {
    LinkModel link = LinkModel.inproc().withCores(2);
    double near = new FactorChoice(16, 10, 90_000, 40, 2).nanos(Kind.FACTORS, link);
    double far = new FactorChoice(16, 10, 110_000, 40, 2).nanos(Kind.FACTORS, link);
    assertTrue(far > 2 * near, far + " against " + near);
    double cached = new FactorChoice(1, 1_000, 1_000, 1_000, 2).nanos(Kind.DENSE, link);
    double large = new FactorChoice(1, 4_000, 4_000, 4_000, 2).nanos(Kind.DENSE, link);
    assertTrue(large > 20 * cached, large + " against " + cached); // 16 times as many floats
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
