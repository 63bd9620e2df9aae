package io.papilio.runtime.communicator;

import java.util.ArrayList;
import java.util.List;

/**
 * The times of some contenders, round after round, and what each of them takes if nothing unusual
 * happens: its lower decile.
 *
 * <pre>
 *   fast  |.|   |--------|......................|   slow
 *       moments                seconds in which the
 *       of luck                machine does something else
 * </pre>
 *
 * Where a host moves the cores of its guests about, calls may take several times as long for
 * seconds, and a third as long for moments (docs/performance.md). So medians may be of the one, and
 * bests of the other; but who had a turn in such a moment need not be the fastest.
 */
final class Timings {
  private final List<double[]> rounds = new ArrayList<>();

  /** A time of each contender. */
  void add(double[] nanos) {
    rounds.add(nanos);
  }

  /** A tenth of this contender's times are shorter, or none if there are less than ten. */
  double usual(int contender) {
    double[] sorted = rounds.stream().mapToDouble(nanos -> nanos[contender]).sorted().toArray();
    return sorted[sorted.length / 10];
  }
}
