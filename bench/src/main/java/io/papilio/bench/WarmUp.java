package io.papilio.bench;

import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;

/** Runs something until the JIT compilers have little to do, and then as often as is wanted. */
final class WarmUp {
  private static final int LEAST_RUNS = 2;
  private static final double LEAST_SECONDS = 2;

  private WarmUp() {}

  /** Tells of the runs that count what they say, on rank 0; all workers run the same number. */
  static void run(Communicator comm, int samples, DoubleSupplier run, DoubleConsumer sample) {
    long start = System.nanoTime();
    double[] seconds = new double[1];
    for (int i = 0; i < LEAST_RUNS || seconds[0] < LEAST_SECONDS; i++) {
      run.getAsDouble();
      seconds[0] = (System.nanoTime() - start) / 1e9;
      comm.allReduce(seconds, Reduction.MAX);
    }
    samples(comm, samples, run, sample);
  }

  /** The same for what is warm. */
  static void samples(Communicator comm, int samples, DoubleSupplier run, DoubleConsumer sample) {
    for (int i = 0; i < samples; i++) {
      double said = run.getAsDouble();
      if (comm.rank() == 0) {
        sample.accept(said);
      }
    }
  }
}
