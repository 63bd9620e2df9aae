package io.papilio.learn.data.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawsTest {

  @Test
  void shouldGiveEachRowItsOwn() {
    assertEquals(Draws.ofRow(7, 3).nextLong(), Draws.ofRow(7, 3).nextLong());
    assertNotEquals(Draws.ofRow(7, 3).nextLong(), Draws.ofRow(7, 4).nextLong());
    assertNotEquals(Draws.ofRow(7, 3).nextLong(), Draws.ofRow(8, 3).nextLong());
    assertNotEquals(Draws.ofRow(7, 0).nextLong(), Draws.ofAll(7).nextLong());
    // Not what the row before it gives a little later.
    SplittableRandom before = Draws.ofRow(7, 3);
    before.nextLong();
    assertNotEquals(before.nextLong(), Draws.ofRow(7, 4).nextLong());
  }

  @Test
  void shouldBeTheSameOnEveryMachine() {
    // Written down once: another JDK or processor must give the same.
    assertEquals(-3092394649769597035L, Draws.ofRow(1, 1).nextLong());
  }

  @Test
  void shouldPermute() {
    for (int size : new int[] {0, 1, 2, 7, 1000}) {
      int[] order = Draws.permutation(new SplittableRandom(3), size);
      int[] sorted = order.clone();
      Arrays.sort(sorted);
      assertArrayEquals(IntStream.range(0, size).toArray(), sorted);
      assertEquals(size < 7, Arrays.equals(order, sorted) || size == 2);
    }
  }

  @Test
  void shouldDrawEachNumberBelowABoundEquallyOften() {
    SplittableRandom random = new SplittableRandom(5);
    int[] counts = new int[7];
    for (int i = 0; i < 70_000; i++) {
      counts[Draws.below(random, 7)]++;
    }
    for (int count : counts) {
      assertEquals(10_000, count, 500);
    }
  }

  @Test
  void shouldDrawExponentialsOfMeanOne() {
    SplittableRandom random = new SplittableRandom(5);
    double sum = 0;
    for (int i = 0; i < 100_000; i++) {
      double draw = Draws.exponential(random);
      assertTrue(draw >= 0 && draw < 40);
      sum += draw;
    }
    assertEquals(1, sum / 100_000, 0.02);
  }

  @Test
  void shouldDrawWordsAsOftenAsTheyAreFrequent() {
    for (int size : new int[] {1, 2, 3, 64, 1000}) {
      Zipf zipf = new Zipf(size);
      SplittableRandom random = new SplittableRandom(size);
      int draws = 1_000_000;
      int[] counts = new int[size];
      for (int i = 0; i < draws; i++) {
        counts[zipf.draw(random)]++;
      }
      double all = 0;
      for (int rank = 0; rank < size; rank++) {
        double expected = zipf.probability(rank) * draws;
        all += zipf.probability(rank);
        assertEquals(expected, counts[rank], 5 * Math.sqrt(expected) + 1, "rank " + rank);
      }
      assertEquals(1, all, 1e-12);
    }
  }
}
