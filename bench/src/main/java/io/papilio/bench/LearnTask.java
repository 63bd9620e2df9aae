package io.papilio.bench;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.train.Dataset;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.ProcessTask;
import java.nio.file.Path;
import java.util.List;

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
    time(comm, data, exercise, arguments.get(2), Integer.parseInt(arguments.get(3)));
  }

  /** Rank 0 says millions of non-zeros a second, for each sample. */
  static void time(
      Communicator comm, Dataset data, Exercise exercise, String measure, int samples) {
    double millions = LearnTimer.entries(data) / 1e6;
    Samples.warm(
        comm,
        samples,
        () -> exercise.secondsOfPass(comm, data),
        seconds -> Finding.say(measure, millions / seconds));
  }

  static Dataset labelled(List<SparseRows> blocks) {
    return Dataset.of(blocks, List.of(), Loss.LOGISTIC);
  }
}
