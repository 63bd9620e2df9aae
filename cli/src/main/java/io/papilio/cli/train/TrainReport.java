package io.papilio.cli.train;

import io.papilio.cli.terminal.Table;
import io.papilio.learn.job.ResultLine;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.WorkerTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** What a person wants to know of a training when it is over. */
public final class TrainReport {
  private static final int MOST_SHOWN = 16;

  private TrainReport() {}

  /** Returns it as text. */
  static String text(TrainingResult result) {
    return text(result.lines()) + "\n\n" + times(result.times());
  }

  /** Returns names on the left and values on the right. */
  static String text(List<ResultLine> lines) {
    return new Table<>(lines)
        .column("", ResultLine::name)
        .column(">", ResultLine::value)
        .toString();
  }

  /** Returns the times of each worker; where there are many, of the slowest. */
  private static String times(List<WorkerTime> times) {
    int slowest =
        IntStream.range(0, times.size())
            .boxed()
            .max(Comparator.comparingDouble(rank -> times.get(rank).computing()))
            .orElseThrow();
    List<Integer> shown =
        IntStream.range(0, times.size())
            .filter(rank -> rank == slowest || times.size() <= MOST_SHOWN)
            .boxed()
            .toList();
    return new Table<>(shown)
        .column(">worker", rank -> rank)
        .number("load s", 3, rank -> times.get(rank).loading())
        .number("compute s", 3, rank -> times.get(rank).computing())
        .number("wait s", 3, rank -> times.get(rank).waiting())
        .number("communicate s", 3, rank -> times.get(rank).communicating())
        .column("", rank -> rank == slowest && times.size() > 1 ? "slowest" : "")
        .toString();
  }
}
