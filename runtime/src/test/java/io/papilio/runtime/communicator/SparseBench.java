package io.papilio.runtime.communicator;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * How long an all-reduce takes with few elements that are not zero, as a sparse vector and as an
 * array: shortest and median, in microseconds, taken in turns. Arguments: inproc, shm or tcp; how
 * many ranks.
 */
final class SparseBench implements ProcessTask {
  private static final int[] LENGTHS = {1_000_000, 10_000_000};
  private static final double[] DENSITIES = {0.001, 0.01, 0.05};
  private static final int SAMPLES = 31;
  private static final int WARM_UP = 5;

  public static void main(String[] args) throws Exception {
    String transport = args.length > 0 ? args[0] : "inproc";
    int ranks = args.length > 1 ? Integer.parseInt(args[1]) : 4;
    System.out.printf("%s, %d ranks%n", transport, ranks);
    System.out.println("  length  density  sparse min, median  dense min, median   faster");
    if (transport.equals("inproc")) {
      LocalCluster.run(ranks, comm -> new SparseBench().run(comm, List.of()));
      return;
    }
    Sharing sharing = transport.equals("shm") ? Sharing.ALWAYS : Sharing.NEVER;
    LineSink sink = (rank, stream, line) -> System.out.println(line);
    try (ProcessCluster cluster =
        ProcessCluster.start(
            ranks,
            Invitation.local(sharing),
            ProcessCluster.task(SparseBench.class, List.of()),
            sink)) {
      cluster.await();
    }
  }

  @Override
  public void run(Communicator comm, List<String> arguments) {
    for (int length : LENGTHS) {
      float[] dense = new float[length];
      for (double density : DENSITIES) {
        SparseVector vector = random(length, density, comm.rank());
        double[] sparseMicros = new double[SAMPLES];
        double[] denseMicros = new double[SAMPLES];
        for (int i = -WARM_UP; i < SAMPLES; i++) {
          double sparse = micros(comm, () -> comm.allReduce(vector));
          double whole = micros(comm, () -> comm.allReduce(dense, Reduction.SUM));
          if (i >= 0) {
            sparseMicros[i] = sparse;
            denseMicros[i] = whole;
          }
        }
        Arrays.sort(sparseMicros);
        Arrays.sort(denseMicros);
        if (comm.rank() == 0) {
          double sparse = sparseMicros[SAMPLES / 2];
          double whole = denseMicros[SAMPLES / 2];
          System.out.printf(
              "%8d  %6.1f%%  %8.0f %8.0f  %8.0f %8.0f  %5.1fx %5.1fx%n",
              length,
              density * 100,
              sparseMicros[0],
              sparse,
              denseMicros[0],
              whole,
              denseMicros[0] / sparseMicros[0],
              whole / sparse);
        }
      }
    }
  }

  private static double micros(Communicator comm, Runnable work) {
    comm.barrier();
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e3;
  }

  private static SparseVector random(int length, double density, int rank) {
    Random random = new Random(rank);
    float[] values = new float[length];
    for (int i = 0; i < length * density; i++) {
      values[random.nextInt(length)] = 1 + random.nextFloat();
    }
    return SparseVector.of(values);
  }
}
