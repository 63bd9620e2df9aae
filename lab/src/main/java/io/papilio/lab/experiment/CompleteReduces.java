package io.papilio.lab.experiment;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.MixCounts;
import io.papilio.runtime.mixing.Mixer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * How complete reduces are: all workers mix with all, at an uneven pace, under one consistency
 * after the other.
 *
 * <pre>
 *   iteration   work for 0 to 200 us, send to N - 1 workers, reduce what N - 1 have sent
 * </pre>
 */
public record CompleteReduces(List<String> consistencies, int length, int iterations)
    implements Experiment<CompleteReduces.ReduceCounts> {
  private static final int MOST_WORK_NANOS = 200_000;

  /** Of each consistency, not counted, or the first would pay for what all need. */
  private static final int WARM_UP_ITERATIONS = 50;

  /** What all workers together have found under a consistency, and how long the slowest took. */
  public record ReduceCounts(String consistency, MixCounts counts, double seconds) {
    /** Returns the share of reduces that had all their inputs. */
    public double complete() {
      return (double) counts.full() / counts.reduces();
    }
  }

  /** Refuses what no rank could run. */
  public CompleteReduces {
    if (length < 1 || iterations < 1) {
      throw new IllegalArgumentException("length and iterations must be 1 or more");
    }
    consistencies.forEach(Consistency::parse);
  }

  @Override
  public Class<ReduceCounts> rowType() {
    return ReduceCounts.class;
  }

  @Override
  public List<ReduceCounts> run(Communicator comm, ExperimentListener listener) {
    listener.onStage("warm-up");
    for (String consistency : consistencies) {
      mix(comm, Consistency.parse(consistency), Math.min(iterations, WARM_UP_ITERATIONS));
    }
    List<ReduceCounts> rows = new ArrayList<>();
    for (String consistency : consistencies) {
      listener.onStage(consistency);
      comm.barrier();
      long start = System.nanoTime();
      MixCounts own = mix(comm, Consistency.parse(consistency), iterations);
      double seconds = comm.allReduce((System.nanoTime() - start) / 1e9, Reduction.MAX);
      rows.add(new ReduceCounts(consistency, own.sum(comm), seconds));
      listener.onStep();
    }
    return rows;
  }

  private MixCounts mix(Communicator comm, Consistency consistency, int times) {
    float[] weights = new float[length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = comm.rank() + 1f / (1 + i);
    }
    Random random = new Random(comm.rank());
    Topology all = Topologies.named("complete");
    try (Mixer mixer = new Mixer(comm, all, consistency, new DenseAverage(weights))) {
      for (int i = 0; i < times; i++) {
        LockSupport.parkNanos(random.nextInt(MOST_WORK_NANOS));
        mixer.send();
        mixer.reduce();
      }
      return mixer.counts();
    }
  }
}
