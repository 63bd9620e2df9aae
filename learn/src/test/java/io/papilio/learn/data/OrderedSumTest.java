package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class OrderedSumTest {
  /** Sums that round; what was handed in or out is overwritten, as another part would do. */
  @Property(tries = 200)
  void shouldAddPartsInTheirOrder(
      @ForAll @IntRange(min = 1, max = 9) int parts, @ForAll long seed) {
    List<Integer> done = IntStream.range(0, parts).boxed().collect(Collectors.toList());
    Collections.shuffle(done, new Random(seed));
    double[] expected = {0.1, 0};
    for (int part = 0; part < parts; part++) {
      expected[0] += 1 / (1.0 + part);
      expected[1] += Math.pow(10, part % 3);
    }
    double[] sums = {0.1, 0};
    OrderedSum ordered = new OrderedSum(sums, parts);
    double[] own = new double[2];
    for (int part : done) {
      own[0] = 1 / (1.0 + part);
      own[1] = Math.pow(10, part % 3);
      own = ordered.add(part, own);
      assertArrayEquals(new double[2], own);
      Arrays.fill(own, -1);
    }
    assertArrayEquals(expected, sums, 0);
  }
}
