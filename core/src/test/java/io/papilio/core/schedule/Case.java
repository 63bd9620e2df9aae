package io.papilio.core.schedule;

import static net.jqwik.api.RandomDistribution.uniform;

import io.papilio.core.algorithm.Algorithms;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** An algorithm, perhaps moved to another root or cut into segments, with a size and a length. */
record Case(Algorithm algorithm, int size, int length) {

  /** Any algorithm there is, with lengths from none to a few elements a rank. */
  static Arbitrary<Case> ofSizes(int smallest, int largest) {
    return Combinators.combine(
            Arbitraries.of(Algorithms.all()),
            Arbitraries.integers().between(smallest, largest).withDistribution(uniform()),
            Arbitraries.integers().between(0, 3 * largest),
            Arbitraries.integers().between(0, largest),
            Arbitraries.integers().between(1, 3 * largest))
        .as(Case::of);
  }

  private static Case of(Algorithm base, int size, int length, int root, int segmentLength) {
    Algorithm algorithm = base;
    if (algorithm.collective().isRooted()) {
      algorithm = new Rerooted(algorithm, root % size);
    }
    // Every other one in segments, where the collective allows it.
    boolean divides =
        algorithm.collective().kind() == Collective.Kind.REDUCE_SCATTER
            || algorithm.collective().kind() == Collective.Kind.ALL_GATHER;
    if (!divides && segmentLength <= length && root % 2 == 1) {
      algorithm = new Segmented(algorithm, segmentLength);
    }
    return new Case(algorithm, size, length);
  }

  Collective collective() {
    return algorithm.collective();
  }

  List<Schedule> schedules() {
    return algorithm.schedules(size, length);
  }

  @Override
  public String toString() {
    return "%s %s of %d ranks, %d elements".formatted(algorithm.name(), collective(), size, length);
  }
}
