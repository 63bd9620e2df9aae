package io.papilio.bench;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.Invitation;
import io.papilio.runtime.comm.LocalCluster;
import io.papilio.runtime.comm.ProcessCluster;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.DoubleSupplier;

/**
 * Times Papilio's learners in a JVM of its own, in which nothing else has run:
 *
 * <pre>
 *   threads EXERCISE CACHE MEASURE SAMPLES WORKERS     rows from memory
 *   processes EXERCISE CACHE MEASURE SAMPLES WORKERS   the same, a process for each worker
 *   text FILE MEASURE SAMPLES                          read, then learn them in one online pass
 *   cache FILE MEASURE SAMPLES                         the same from a file of rows
 *   heap CACHE                                         bytes of rows, and of weights
 *   growth ROWS SAMPLES                                with more and more rows, and features
 * </pre>
 *
 * Prints a line for each {@link Finding}.
 */
public final class LearnTimer {
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  /** How many times as large the largest is as the smallest. */
  static final int MOST_GROWTH = 4;

  private LearnTimer() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "threads" -> threads(args);
      case "processes" -> processes(args);
      case "text" -> onePass(args, () -> text(args[1]));
      case "cache" -> onePass(args, () -> LearnSet.cached(Path.of(args[1])));
      case "heap" -> HeapMeter.measure(Path.of(args[1]));
      case "growth" -> growth(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      default -> throw new IllegalArgumentException("cannot time " + args[0]);
    }
    System.exit(0);
  }

  private static void threads(String[] args) {
    Dataset data = LearnTask.labelled(LearnSet.cached(Path.of(args[2])));
    Exercise exercise = Exercise.of(args[1]);
    int samples = Integer.parseInt(args[4]);
    LocalCluster.run(
        Integer.parseInt(args[5]), comm -> LearnTask.time(comm, data, exercise, args[3], samples));
  }

  private static void processes(String[] args) throws Exception {
    List<String> arguments =
        LearnTask.arguments(
            Exercise.of(args[1]), Path.of(args[2]), args[3], Integer.parseInt(args[4]));
    try (ProcessCluster cluster =
        ProcessCluster.start(
            Integer.parseInt(args[5]),
            Invitation.local(Sharing.AUTO),
            ProcessCluster.task(LearnTask.class, arguments),
            (rank, stream, line) -> System.out.println(line))) {
      cluster.await();
    }
  }

  private static List<SparseRows> text(String file) throws InterruptedException {
    return DataReader.read(List.of(file), DataReader.Options.of(CORES)).blocks();
  }

  /** From a file to a model, on all cores. */
  private static void onePass(String[] args, Callable<List<SparseRows>> reader) {
    int samples = Integer.parseInt(args[3]);
    LocalCluster.run(
        1,
        alone ->
            Samples.warm(
                alone, samples, () -> speed(reader), speed -> Finding.say(args[2], speed)));
  }

  private static double speed(Callable<List<SparseRows>> reader) {
    long start = System.nanoTime();
    Dataset data = LearnTask.labelled(call(reader));
    LocalCluster.run(
        CORES,
        comm ->
            Exercise.ONLINE
                .optimizer(1)
                .run(
                    comm,
                    data.rows().part(comm.size(), comm.rank()),
                    new float[data.features() + 1],
                    (examples, weights) -> true));
    double seconds = (System.nanoTime() - start) / 1e9;
    return entries(data) / seconds / 1e6;
  }

  private static <T> T call(Callable<T> task) {
    try {
      return task.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void growth(int rows, int samples) {
    int features = TopicGenerator.FEATURES;
    grow("", rows, generated(rows, features), 0); // to warm up
    for (int factor = 1; factor <= MOST_GROWTH; factor *= 2) {
      grow(LearnGrowth.ROWS, rows * factor, generated(rows * factor, features), samples);
      grow(LearnGrowth.FEATURES, features * factor, generated(rows, features * factor), samples);
    }
  }

  private static Dataset generated(int rows, int features) {
    TopicGenerator generator = new TopicGenerator(1, features, TopicGenerator.NON_ZEROS);
    return LearnTask.labelled(List.of(generator.rows(0, rows)));
  }

  private static void grow(String what, int size, Dataset data, int samples) {
    for (Exercise exercise : Exercise.values()) {
      int workers = exercise == Exercise.SGD ? 1 : CORES; // it would talk after every row
      LocalCluster.run(
          workers,
          comm -> {
            DoubleSupplier run = () -> exercise.secondsOfPass(comm, data);
            if (what.isEmpty()) {
              Samples.warm(comm, samples, run, seconds -> {});
            } else {
              String measure = LearnGrowth.measure(what, exercise, size);
              Samples.take(comm, samples, run, seconds -> Finding.say(measure, seconds));
            }
          });
    }
  }

  static long entries(Dataset data) {
    long entries = 0;
    for (int i = 0; i < data.rows().size(); i++) {
      SparseRows block = data.rows().block(i);
      int row = data.rows().row(i);
      entries += block.end(row) - block.start(row);
    }
    return entries;
  }
}
