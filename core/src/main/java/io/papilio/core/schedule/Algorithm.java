package io.papilio.core.schedule;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A way to do a {@link Collective}: a pure function from (rank, size, length) to that rank's {@link
 * Schedule}. Equal arguments give equal schedules; there is no clock, no randomness and no state,
 * so all ranks can compute their part alone and still agree.
 *
 * <p>To add one, write one class with a public constructor without arguments and annotate it with
 * {@code @AutoService(Algorithm.class)}: it is then found on the class path, run, verified, priced,
 * listed and drawn like those that are shipped.
 */
public interface Algorithm {

  /** The name users call it by, unique among the algorithms of its collective. */
  String name();

  /** What it promises to do. */
  Collective collective();

  /** What {@code rank} does among {@code size} ranks, each with {@code length} elements. */
  Schedule schedule(int rank, int size, int length);

  /** One sentence for lists. */
  String summary();

  default List<Schedule> schedules(int size, int length) {
    return IntStream.range(0, size).mapToObj(rank -> schedule(rank, size, length)).toList();
  }
}
