package io.papilio.cli.train;

import io.papilio.cli.terminal.Table;
import io.papilio.learn.job.ResultLine;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.WorkerTime;
import java.util.Comparator;
import java.util.List;

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
    Table table = new Table("", ">");
    lines.forEach(line -> table.add(line.name(), line.value()));
    return table.toString().strip();
  }

  /** Returns the times of each worker; where there are many, of the slowest. */
  private static String times(List<WorkerTime> times) {
    WorkerTime slowest =
        times.stream().max(Comparator.comparingDouble(WorkerTime::computing)).orElseThrow();
    Table table = new Table(">worker", ">load s", ">compute s", ">wait s", ">communicate s", "");
    for (int i = 0; i < times.size(); i++) {
      WorkerTime time = times.get(i);
      boolean isNamed = time == slowest && times.size() > 1;
      if (isNamed || times.size() <= MOST_SHOWN) {
        table.add(
            i,
            Table.fixed(time.loading(), 3),
            Table.fixed(time.computing(), 3),
            Table.fixed(time.waiting(), 3),
            Table.fixed(time.communicating(), 3),
            isNamed ? "slowest" : "");
      }
    }
    return table.toString();
  }
}
