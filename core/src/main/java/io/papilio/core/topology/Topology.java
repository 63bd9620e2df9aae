package io.papilio.core.topology;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A pattern in which ranks mix: a pure function from (rank, size, iteration) to the peers that the
 * rank sends its value to. Equal arguments give equal peers; there is no clock, no randomness and
 * no state, so all ranks can compute their part alone and still agree, and any thread may ask.
 *
 * <pre>
 *   iteration t:   new x_i = sum over j of share(j, i) x_j      j = i and those that send to i
 * </pre>
 *
 * Only {@link #sendTo} is written by hand. Whom a rank hears from, the mixing matrix, its spectral
 * gap and the picture all follow from it.
 *
 * <p>To add one, write one class with a public constructor without arguments and annotate it with
 * {@code @AutoService(Topology.class)}: it is then found on the class path, run, checked, listed
 * and drawn like those that are shipped. A pattern that is not a formula is an {@link EdgeList}.
 */
public interface Topology {

  /** The name users call it by, unique among topologies. */
  String name();

  /** One sentence for lists. */
  String summary();

  /**
   * The peers that {@code rank} sends to, ascending, without itself and without duplicates; defined
   * for every size from 1 and every iteration from 0, and possibly none. The array is the caller's.
   */
  int[] sendTo(int rank, int size, int iteration);

  /** After how many iterations {@link #sendTo} and {@link #share} repeat. */
  default int period(int size) {
    return 1;
  }

  /**
   * The peers that send to {@code rank}, ascending: the inverse of {@link #sendTo}, and so never
   * overridden. Asks every rank; who mixes often keeps the answers of one period.
   */
  default int[] receiveFrom(int rank, int size, int iteration) {
    Ranks.check(rank, size, iteration);
    return IntStream.range(0, size)
        .filter(from -> Arrays.binarySearch(sendTo(from, size, iteration), rank) >= 0)
        .toArray();
  }

  /**
   * The share of {@code from}'s value in {@code to}'s average after the iteration; for {@code from
   * == to}, what it keeps of its own. Here the plain mean: 1 / (1 + in-degree) for itself and each
   * that it hears from, 0 for others. The shares of all in one average add up to 1.
   */
  default double share(int from, int to, int size, int iteration) {
    Ranks.check(from, size, iteration);
    int[] senders = receiveFrom(to, size, iteration);
    boolean counts = from == to || Arrays.binarySearch(senders, from) >= 0;
    return counts ? 1.0 / (1 + senders.length) : 0;
  }

  /**
   * Whether {@link #share} is anything but the plain mean. Whoever overrides that overrides this:
   * plain means are computed for all ranks at once, where shares have to be asked for one by one.
   */
  default boolean isWeighted() {
    return false;
  }
}
