package io.papilio.bench;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.ProcessTask;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Times an {@link Exercise}, on threads or on processes. */
public final class LearnTask implements ProcessTask {
  /** What a worker in another process has to know, in words. */
  static List<String> arguments(Exercise exercise, Path cache, String measure, int samples) {
    return List.of(exercise.word(), cache.toString(), measure, String.valueOf(samples));
  }

  @Override
  public void run(Communicator comm, List<String> arguments) {
    Dataset data = labelled(LearnSet.cached(Path.of(arguments.get(1))));
    Exercise exercise = Exercise.of(arguments.get(0));
    int samples = Integer.parseInt(arguments.get(3));
    time(comm, data, arguments.get(2), samples, () -> exercise.secondsOfPass(comm, data));
  }

  /** Rank 0 says millions of non-zeros a second, for each sample of a pass. */
  static void time(
      Communicator comm, Dataset data, String measure, int samples, DoubleSupplier seconds) {
    double millions = LearnTimer.entries(data) / 1e6;
    Samples.warm(comm, samples, seconds, pass -> Finding.say(measure, millions / pass));
  }

  static Dataset labelled(List<SparseRows> blocks) {
    return Dataset.of(blocks, List.of(), Loss.LOGISTIC);
  }
}
