package io.papilio.core.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for values drawn at random. */
class MixingLawsTest {

  @Property(tries = 100)
  void shouldKeepTheMeanAndShrinkTheDistanceFromIt(
      @ForAll @IntRange(min = 1, max = 40) int size,
      @ForAll @IntRange(max = 4) int which,
      @ForAll long seed) {
    String name = List.of("butterfly", "complete", "expander", "halton", "ring").get(which);
    MixingMatrix matrix = MixingMatrix.overPeriod(Topologies.named(name), size);
    double[] before = new Random(seed).doubles(size, -10, 10).toArray();
    double[] after = MixingMatrixTest.times(matrix, before);
    double mean = MixingMatrixTest.mean(before);
    assertEquals(mean, MixingMatrixTest.mean(after), 1e-9);
    double sigma = 1 - matrix.spectralGap();
    assertTrue(distance(after, mean) <= sigma * distance(before, mean) + 1e-9);
  }

  @Property(tries = 200)
  void shouldScaleTheSequenceAsItsFractionsSay(
      @ForAll @IntRange(min = 1) int size, @ForAll @IntRange(max = 30) int k) {
    long numerator = 0;
    long denominator = 1;
    for (int rest = k; rest > 0; rest /= 2) {
      numerator = 2 * numerator + rest % 2;
      denominator *= 2;
    }
    assertEquals(size * numerator / denominator, Halton.scaled(size, k));
  }

  @Property(tries = 200)
  void shouldMeanTheSameAsTheTopologyItWasWrittenFrom(
      @ForAll @IntRange(min = 2, max = 12) int size, @ForAll @IntRange(max = 6) int which) {
    List<Topology> statics =
        Topologies.all().stream().filter(t -> !t.name().equals("butterfly")).toList();
    Topology original = statics.get(which);
    StringBuilder text = new StringBuilder();
    // In an order of its own, since that of the lines must not matter.
    List<Integer> ranks = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Collections.shuffle(ranks, new Random(size));
    for (int rank : ranks) {
      for (int peer : original.sendTo(rank, size, 0)) {
        text.append(rank).append(' ').append(peer).append('\n');
      }
    }
    EdgeList copy = EdgeList.parse("copy", text.toString());
    for (int rank = 0; rank < size; rank++) {
      assertArrayEquals(original.sendTo(rank, size, 0), copy.sendTo(rank, size, 0));
      for (int from = 0; from < size; from++) {
        assertEquals(original.share(from, rank, size, 0), copy.share(from, rank, size, 0));
      }
    }
  }

  private static double distance(double[] values, double mean) {
    return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum());
  }
}
