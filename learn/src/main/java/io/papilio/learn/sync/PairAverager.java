package io.papilio.learn.sync;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.mixing.MixCounts;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Averages weights in pairs, for topologies in which each worker has one partner at a time and
 * nobody runs ahead of it. That is an all-reduce of two: each averages one half and copies the
 * other, so that half as much is read and written as when both average everything.
 *
 * <pre>
 *   worker 0   w0 w1  ──>  ½ (w0 + x0)   copy
 *   worker 1   x0 x1  ──>  copy          ½ (w1 + x1)
 * </pre>
 */
final class PairAverager implements Averager {
  private final Communicator comm;
  private final Communicator[] pairs; // by the step of a period
  private final float[] weights;
  private final boolean mixesFirst;
  private int next;
  private long reduces;

  private PairAverager(Communicator comm, int[] partners, float[] weights, boolean mixesFirst) {
    this.comm = comm;
    this.pairs =
        IntStream.of(partners)
            .mapToObj(partner -> pair(comm, partner))
            .toArray(Communicator[]::new);
    this.weights = weights;
    this.mixesFirst = mixesFirst;
  }

  private static Communicator pair(Communicator comm, int partner) {
    int rank = comm.rank();
    return comm.size() == 2
        ? comm
        : comm.subGroup(Math.min(rank, partner), Math.max(rank, partner));
  }

  /** Returns one if the topology consists of pairs; all workers call it together. */
  static Optional<Averager> of(
      Communicator comm, Topology topology, float[] weights, boolean mixesFirst) {
    int size = comm.size();
    int period = topology.period(size);
    if (!Topologies.isInPairs(topology, size)) {
      return Optional.empty();
    }
    int[] partners =
        IntStream.range(0, period)
            .map(step -> topology.sendTo(comm.rank(), size, step)[0])
            .toArray();
    return Optional.of(new PairAverager(comm, partners, weights, mixesFirst));
  }

  @Override
  public boolean mixesFirst() {
    return mixesFirst;
  }

  @Override
  public void average() {
    Communicator pair = pairs[next];
    try {
      pair.allReduce(weights, Reduction.MIDPOINT);
    } catch (CollectiveException e) {
      if (pair != comm) {
        comm.context().failLike(pair, e);
        comm.barrier(); // fails, and names who is to blame among all workers
      }
      throw e;
    }
    next = (next + 1) % pairs.length;
    reduces++;
  }

  @Override
  public MixCounts counts() {
    return new MixCounts(reduces, reduces, 0, 0, 0, 0);
  }

  @Override
  public void close() {
    for (Communicator pair : pairs) {
      if (pair != comm) {
        pair.close();
      }
    }
  }
}
