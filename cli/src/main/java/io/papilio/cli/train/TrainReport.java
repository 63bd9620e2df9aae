package io.papilio.cli.train;

import io.papilio.cli.terminal.Table;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.WorkerTime;
import io.papilio.learn.metric.MetricValues;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a person wants to know of a training when it is over. */
public final class TrainReport {
  private static final int MOST_SHOWN = 16;

  private TrainReport() {}

  /** Returns it as text. */
  static String text(TrainingResult result) {
    Table table = new Table("", ">");
    Map<String, Object> options = result.options();
    Object what =
        options.containsKey("loss") ? options.get("loss") + " loss" : options.get("model");
    table.add("optimizer", options.get("optimizer") + ", " + what);
    table.add("workers", options.get("workers") + " " + options.get("launch"));
    Object exchange = options.get("exchange");
    Object sync = options.get("sync") + (exchange == null ? "" : ": " + exchange);
    table.add("sync", sync + ", " + options.get("consistency"));
    if (options.get("rateFound") != null) {
      table.add("rate", options.get("rateFound"));
    }
    add(result.metrics(), table);
    table.add("objective", Table.fixed(result.objective(), 3));
    table.add("iterations", whole(result.iterations()));
    table.add("examples", whole(result.examples()));
    table.add("training", Table.fixed(result.seconds(), 3) + " s");
    table.add("loading", Table.fixed(result.loadSeconds(), 3) + " s");
    table.add("evaluation", Table.fixed(result.evalSeconds(), 3) + " s");
    table.add("bytes sent", bytes(result.bytesSent()));
    mixing(result, table);
    if (result.badLines() > 0) {
      table.add("lines left out", whole(result.badLines()));
    }
    if (result.modelFile() != null) {
      table.add("model", result.modelFile());
    }
    return table.toString().strip() + "\n\n" + times(result.times());
  }

  /** Adds metrics by the names that people know. */
  static void add(MetricValues metrics, Table table) {
    metrics
        .values()
        .forEach(
            (name, value) ->
                table.add(
                    MetricValues.title(name),
                    Double.isNaN(value) ? "-" : Table.fixed(value, name.equals("loss") ? 6 : 4)));
  }

  private static void mixing(TrainingResult result, Table table) {
    List<TrainingResult.Point> curve = result.curve();
    double distance = curve.isEmpty() ? Double.NaN : curve.get(curve.size() - 1).distance();
    if (!Double.isNaN(distance)) {
      table.add("consensus distance", Table.fixed(100 * distance, 2) + " %");
    }
    if (result.mixing().reduces() > 0) {
      double share = (double) result.mixing().full() / result.mixing().reduces();
      table.add("complete averages", Table.fixed(100 * share, 2) + " %");
    }
    for (TrainingResult.Lost lost : result.lost()) {
      table.add("lost", "worker %s: %s".formatted(lost.worker(), lost.reason()));
    }
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

  private static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String bytes(List<Long> sent) {
    long most = sent.stream().mapToLong(Long::longValue).max().orElse(0);
    return Table.bytes(most) + (sent.size() > 1 ? " per worker" : "");
  }
}
