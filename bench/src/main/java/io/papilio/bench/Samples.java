package io.papilio.bench;

import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import io.papilio.runtime.comm.WarmUp;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;

/** Runs something as often as is wanted; all workers run the same number. */
final class Samples {
  private Samples() {}

  /** When it is as fast as it gets. */
  static void warm(Communicator comm, int samples, DoubleSupplier run, DoubleConsumer sample) {
    double[] nanos = new double[1];
    WarmUp.run(
        comm,
        WarmUp.MOST_SPELLS,
        () -> {
          long start = System.nanoTime();
          run.getAsDouble();
          nanos[0] = System.nanoTime() - start;
          comm.allReduce(nanos, Reduction.MAX);
          return nanos[0];
        });
    take(comm, samples, run, sample);
  }

  /** Of what is warm; rank 0 tells what each run said. */
  static void take(Communicator comm, int samples, DoubleSupplier run, DoubleConsumer sample) {
    for (int i = 0; i < samples; i++) {
      double said = run.getAsDouble();
      if (comm.rank() == 0) {
        sample.accept(said);
      }
    }
  }
}
