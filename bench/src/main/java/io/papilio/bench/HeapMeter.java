package io.papilio.bench;

import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.LocalCluster;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/**
 * How much of the heap rows and weights take: what is used after a garbage collection, before and
 * after they are there.
 */
final class HeapMeter {
  static final String ROWS = "heap-rows";

  /** Many more than entries of rows, so that nothing but weights counts. */
  private static final int WEIGHTS = 1 << 22;

  private static final int FEW_ROWS = 1000;

  private static final int COLLECTIONS = 3; // the first may leave what was about to die

  private HeapMeter() {}

  /** Of weights, with all that an optimizer knows of each. */
  static String weights(Exercise exercise, int workers) {
    return "heap-%s-%d".formatted(exercise.word(), workers);
  }

  static void measure(Path cache) {
    long before = used();
    Dataset data = LearnTask.labelled(LearnSet.cached(cache));
    double bytes = used() - before;
    Finding.say(ROWS, bytes / LearnTimer.entries(data));
    Dataset few = LearnTask.labelled(List.of(new TopicGenerator(1).rows(0, FEW_ROWS)));
    for (Exercise exercise : List.of(Exercise.SGD, Exercise.ONLINE)) {
      for (int workers = 1; workers <= 2; workers++) {
        Finding.say(weights(exercise, workers), bytesPerWeight(exercise, few, workers));
      }
    }
  }

  /** And worker, in the middle of a training. */
  private static double bytesPerWeight(Exercise exercise, Dataset data, int workers) {
    double[] used = new double[1];
    long before = used();
    LocalCluster.run(
        workers,
        comm ->
            exercise
                .optimizer(1)
                .run(
                    comm,
                    data.rows().part(comm.size(), comm.rank()),
                    new float[WEIGHTS],
                    (examples, weights) -> {
                      comm.barrier();
                      used[0] = comm.rank() == 0 ? used() : used[0];
                      comm.barrier();
                      return false;
                    }));
    return (used[0] - before) / WEIGHTS / workers;
  }

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
