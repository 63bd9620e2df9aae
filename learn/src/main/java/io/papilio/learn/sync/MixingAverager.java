package io.papilio.learn.sync;

import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.MixCounts;
import io.papilio.runtime.mixing.Mixer;
import java.util.Optional;

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

  private MixingAverager(Mixer mixer, boolean mixesFirst) {
    this.mixer = mixer;
    this.mixesFirst = mixesFirst;
  }

  /** Returns a worker's end of mixing that goes on after so many steps. */
  static Averager of(
      Communicator comm,
      SyncStrategy.Mixing mixing,
      Consistency consistency,
      float[] weights,
      long step) {
    Topology topology = mixing.topology(comm).orElseThrow();
    int first = (int) (step % topology.period(comm.size()));
    Topology rest = first == 0 ? topology : new Shifted(topology, first);
    Optional<Averager> pairs =
        consistency.slack() == 0
            ? PairAverager.of(comm, rest, weights, mixing.mixesFirst())
            : Optional.empty();
    return pairs.orElseGet(
        () ->
            new MixingAverager(
                new Mixer(comm, rest, consistency, new DenseAverage(weights)),
                mixing.mixesFirst()));
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
  public boolean mixesFirst() {
    return mixesFirst;
  }

  @Override
  public void average() {
    mixer.mix();
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
