package io.papilio.core.price;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Prices the parts of a step of training by workers who have as many floats each: pure functions,
 * in nanoseconds.
 *
 * <pre>
 *   computing    2.4 ns a non-zero                          |
 *   all-reduce   its price                                  |  + 0.1 ns a float, to apply it
 *   entries      of a butterfly with all entries, 8 bytes   |  + 15 ns an entry, to merge it
 *   mixing       of an iteration's messages                 |  + 0.1 ns a float, to settle weights
 * </pre>
 *
 * What stands to the right is work, for which the workers of a core queue.
 */
public final class StepPricer {
  /** What a non-zero of the rows costs: its weight is read, and changed. */
  private static final double NANOS_PER_NON_ZERO = 2.4;

  /** What an element of a whole vector costs a worker beside the messages: it is applied. */
  private static final double NANOS_PER_ELEMENT = 0.1;

  /** What an entry costs a worker beside the messages: it is sorted, merged and applied. */
  private static final double NANOS_PER_ENTRY = 15;

  private final Selector selector;
  private final int workers;
  private final int length;

  /**
   * Creates one.
   *
   * @param length how many weights there are
   */
  public StepPricer(Selector selector, int workers, int length) {
    this.selector = selector;
    this.workers = workers;
    this.length = length;
  }

  /** Returns how many workers there are. */
  public int workers() {
    return workers;
  }

  /** Returns what it takes to compute the gradient of rows with {@code nonZeros} non-zeros. */
  public double compute(double nonZeros) {
    return workersOfACore() * NANOS_PER_NON_ZERO * nonZeros;
  }

  /** Returns what it takes to add up gradients, or weights, by an algorithm, or by the best. */
  public double allReduce(Optional<Algorithm> algorithm) {
    return collective(Collective.Kind.ALL_REDUCE, algorithm) + passes(1);
  }

  /** Returns what it takes to add up {@code expected} entries of the gradients of all workers. */
  public double entries(long expected) {
    Algorithm butterfly = Algorithms.named(Collective.Kind.ALL_REDUCE, "butterfly");
    int entries = (int) Math.min(expected, length);
    return selector.price(butterfly, workers, entries, Long.BYTES).totalNanos()
        + workersOfACore() * NANOS_PER_ENTRY * entries;
  }

  /** Returns what it takes to add up parts of weights, and to give all workers the sums. */
  public double throughServers() {
    return collective(Collective.Kind.REDUCE_SCATTER, Optional.empty())
        + collective(Collective.Kind.ALL_GATHER, Optional.empty())
        + passes(2); // there is a copy of the weights
  }

  /** Returns what it takes to average weights along a topology, on average over its period. */
  public double mixing(Topology topology) {
    boolean inPairs = Topologies.isInPairs(topology, workers);
    Optional<Algorithm> ofTwo =
        inPairs
            ? Optional.of(selector.choose(Collective.Kind.ALL_REDUCE, 2, length, Float.BYTES))
            : Optional.empty();
    double mean =
        IntStream.range(0, topology.period(workers))
            .mapToObj(iteration -> new MixingIteration(topology, iteration, ofTwo))
            .mapToDouble(this::price)
            .average()
            .orElse(0);
    return mean + passes(inPairs ? 1 : 2); // what is sent is a copy
  }

  private double price(MixingIteration iteration) {
    return Selector.modelled(iteration, workers, length, Float.BYTES, selector.link()).totalNanos();
  }

  private double collective(Collective.Kind kind, Optional<Algorithm> algorithm) {
    Algorithm one = algorithm.orElseGet(() -> selector.choose(kind, workers, length, Float.BYTES));
    return selector.price(one, workers, length, Float.BYTES).totalNanos();
  }

  private double passes(int count) {
    return workersOfACore() * count * NANOS_PER_ELEMENT * length;
  }

  private double workersOfACore() {
    return Math.max(1, (double) workers / selector.link().cores().count());
  }
}
