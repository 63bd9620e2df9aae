package io.papilio.learn.sync;

import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.MixCounts;
import io.papilio.runtime.mixing.Mixer;
import io.papilio.runtime.mixing.Payload;
import io.papilio.runtime.mixing.SparseAverage;

/**
 * Averages weights with those of neighbours at every step.
 *
 * <pre>
 *   mix, then adapt    m = ½ (w_i + w_j)            w_i ← m − γ g_i(m)            butterfly
 *   adapt, then mix    v_i = w_i − γ g_i(w_i)       w_i ← mean of v_j, j → i      graphs
 * </pre>
 *
 * <p>Zhao and Canny: Butterfly Mixing (2013); Kadav and Kruus: ASAP (2016).
 */
final class MixingAverager implements Averager {
  private final Mixer mixer;
  private final boolean mixesFirst;

  /** Begins after so many steps. */
  MixingAverager(
      Communicator comm,
      SyncStrategy.Mixing mixing,
      Consistency consistency,
      Weights weights,
      long step) {
    Topology topology = mixing.topology(comm).orElseThrow();
    int first = (int) (step % topology.period(comm.size()));
    Topology rest = first == 0 ? topology : new Shifted(topology, first);
    this.mixer = new Mixer(comm, rest, consistency, payload(weights));
    this.mixesFirst = mixing.mixesFirst();
  }

  private static Payload payload(Weights weights) {
    return weights.areSparse()
        ? new SparseAverage(weights.array())
        : new DenseAverage(weights.array());
  }

  /** A topology, some iterations on. */
  private record Shifted(Topology topology, int by) implements Topology {
    @Override
    public String name() {
      return topology.name();
    }

    @Override
    public String summary() {
      return topology.summary();
    }

    @Override
    public int period(int size) {
      return topology.period(size);
    }

    @Override
    public int[] sendTo(int rank, int size, int iteration) {
      return topology.sendTo(rank, size, iteration + by);
    }

    @Override
    public double share(int from, int to, int size, int iteration) {
      return topology.share(from, to, size, iteration + by);
    }

    @Override
    public boolean isWeighted() {
      return topology.isWeighted();
    }
  }

  @Override
  public boolean beforeStep() {
    return mixesFirst && mix();
  }

  @Override
  public boolean afterStep() {
    return !mixesFirst && mix();
  }

  private boolean mix() {
    mixer.mix();
    return true;
  }

  @Override
  public MixCounts counts() {
    return mixer.counts();
  }

  @Override
  public void close() {
    mixer.close();
  }
}
