package io.papilio.cli.collective;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.MixCounts;
import io.papilio.runtime.mixing.Mixer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * How complete reduces are: all workers mix with all, at an uneven pace, under one consistency
 * after the other.
 *
 * <pre>
 *   iteration   work for 0 to 200 us, send to N - 1 workers, reduce what N - 1 have sent
 * </pre>
 */
record LabReduces(List<String> consistencies, int length, int iterations)
    implements Experiment<LabReduces.Row> {
  private static final int MOST_WORK_NANOS = 200_000;

  /** Of each consistency, not counted, or the first would pay for what all need. */
  private static final int WARM_UP_ITERATIONS = 50;

  /** What all workers together have found under a consistency, and how long the slowest took. */
  record Row(String consistency, MixCounts counts, double seconds) {}

  @Override
  public Class<Row> rowType() {
    return Row.class;
  }

  @Override
  public void run(Communicator comm, Consumer<Told> telling) {
    telling.accept(Told.stage("warm-up"));
    for (String consistency : consistencies) {
      mix(comm, Consistency.parse(consistency), Math.min(iterations, WARM_UP_ITERATIONS));
    }
    for (String consistency : consistencies) {
      telling.accept(Told.stage(consistency));
      comm.barrier();
      long start = System.nanoTime();
      MixCounts own = mix(comm, Consistency.parse(consistency), iterations);
      double seconds = comm.allReduce((System.nanoTime() - start) / 1e9, Reduction.MAX);
      telling.accept(Told.row(new Row(consistency, own.sum(comm), seconds)));
      telling.accept(Told.STEP);
    }
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
