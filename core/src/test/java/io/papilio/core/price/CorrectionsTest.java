package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.algorithm.Tree;
import io.papilio.core.price.Corrections.Timed;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.core.schedule.Segmented;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CorrectionsTest {
  private static final Algorithm RING = new Ring();
  private static final Algorithm TREE = new Tree();
  private static final Algorithm SEGMENTS = new Segmented(new Ring(), 65_536);

  /** As measured at lengths that are given in no order. */
  private static final Corrections TABLE =
      new Corrections(
          List.of(
              new Timed(RING, 1_000_000, 0.5),
              new Timed(RING, 100, 2),
              new Timed(TREE, 10_000, 3),
              new Timed(RING, 10_000, 8),
              new Timed(SEGMENTS, 1_000_000, 0.25)));

  @Test
  void shouldGiveWhatWasMeasured() {
    assertEquals(2, TABLE.factor(RING, 100, 4));
    assertEquals(8, TABLE.factor(RING, 10_000, 4));
    assertEquals(3, TABLE.factor(TREE, 10_000, 4));
    assertEquals(0.5, TABLE.factor(RING, 1_000_000, 4));
  }

  @Test
  void shouldLieOnALineBetweenThem() {
    assertEquals(4, TABLE.factor(RING, 1_000, 4), 1e-9);
    assertEquals(2, TABLE.factor(RING, 100_000, 4), 1e-9);
    assertEquals(2 * Math.pow(4, 0.25), TABLE.factor(RING, 316, 4), 1e-2);
  }

  @Test
  void shouldTakeTheNearestBeyondThem() {
    assertEquals(2, TABLE.factor(RING, 0, 4));
    assertEquals(2, TABLE.factor(RING, 99, 4));
    assertEquals(0.5, TABLE.factor(RING, Integer.MAX_VALUE, 8));
    Corrections one = new Corrections(List.of(new Timed(RING, 1_000, 7)));
    assertEquals(7, one.factor(RING, 1, 4));
    assertEquals(7, one.factor(RING, 100_000, 4));
  }

  @Test
  void shouldTakeTheLargestForWhatWasNotTimed() {
    assertEquals(2, TABLE.factor(TREE, 100, 4));
    assertEquals(0.5, TABLE.factor(TREE, 1_000_000, 4));
    assertEquals(8, TABLE.factor(SEGMENTS, 10_000, 4));
    assertEquals(8, TABLE.factor(new Segmented(new Ring(), 4_096), 10_000, 4));
  }

  @Test
  void shouldTakeOtherTypesForFloatsOfAsManyBytes() {
    assertEquals(8, TABLE.factor(RING, 5_000, 8));
    assertEquals(2, TABLE.factor(RING, 400, 1));
    assertEquals(0.25, TABLE.factor(new Segmented(new Ring(), 32_768), 500_000, 8));
  }

  @Test
  void shouldLeaveOtherCollectivesAlone() {
    for (Kind kind : Kind.values()) {
      if (kind != Kind.ALL_REDUCE) {
        assertEquals(1, TABLE.factor(Algorithms.of(kind).get(0), 100, 4), kind.toString());
      }
    }
    assertEquals(1, Corrections.NONE.factor(RING, 100, 4));
  }

  @Property
  void shouldStayBetweenItsNeighbours(
      @ForAll @IntRange(min = 1, max = 1_000_000) int length,
      @ForAll @DoubleRange(min = 0.01, max = 100) double low,
      @ForAll @DoubleRange(min = 0.01, max = 100) double high) {
    Corrections two =
        new Corrections(List.of(new Timed(RING, 1_000, low), new Timed(RING, 50_000, high)));
    double factor = two.factor(RING, length, 4);
    double next = two.factor(RING, length + 1, 4);
    assertTrue(Math.min(low, high) * (1 - 1e-12) <= factor);
    assertTrue(factor <= Math.max(low, high) * (1 + 1e-12));
    assertTrue((next - factor) * (high - low) >= -1e-9, factor + " then " + next);
  }

  @Test
  void shouldRefuseWhatCannotBeMeasured() {
    for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> new Timed(RING, 10, factor));
    }
    assertThrows(IllegalArgumentException.class, () -> new Timed(RING, 0, 1));
  }
}
