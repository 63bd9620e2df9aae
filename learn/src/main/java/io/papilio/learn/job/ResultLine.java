package io.papilio.learn.job;

import io.papilio.learn.data.ByteCount;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.setting.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line of what people read of a result, wherever it came from: a name and a value. */
public record ResultLine(String name, String value) {

  /** Returns the lines of a training. */
  static List<ResultLine> of(TrainingResult result) {
    List<ResultLine> lines = new ArrayList<>();
    TrainingSpec used = result.used();
    String loss = used.settings().values().get("loss");
    String what = loss == null ? used.model() : loss + " loss";
    lines.add(new ResultLine("optimizer", used.optimizer() + ", " + what));
    Launch launch = used.place().launch();
    String kind = launch == Launch.SPARK ? "tasks" : Setting.spelling(launch);
    lines.add(new ResultLine("workers", result.workers() + " " + kind));
    String exchange = result.choices().exchange().map(chosen -> ": " + chosen).orElse("");
    SyncSpec sync = used.sync();
    lines.add(new ResultLine("sync", sync.strategy() + exchange + ", " + sync.consistency()));
    result.choices().rate().ifPresent(rate -> lines.add(new ResultLine("rate", rate.toString())));
    lines.addAll(of(result.metrics()));
    lines.add(new ResultLine("objective", fixed(result.objective(), 3)));
    lines.add(count("iterations", result.iterations()));
    lines.addAll(step(result));
    lines.add(count("examples", result.examples()));
    lines.add(seconds("training", result.seconds()));
    lines.add(seconds("loading", result.loadSeconds()));
    lines.add(seconds("evaluation", result.evalSeconds()));
    lines.add(sent(result.bytesSent()));
    lines.addAll(mixing(result));
    lines.addAll(badLines(result.badLines()));
    if (result.modelFile() != null) {
      lines.add(new ResultLine("model", result.modelFile()));
    }
    return lines;
  }

  private static List<ResultLine> step(TrainingResult result) {
    double predicted = result.predictedStepMicros();
    String text = "%s us, %s predicted";
    return Double.isNaN(predicted)
        ? List.of()
        : List.of(
            new ResultLine(
                "step", text.formatted(fixed(result.stepMicros(), 1), fixed(predicted, 1))));
  }

  /** Returns metrics by the names that people know. */
  public static List<ResultLine> of(MetricValues metrics) {
    List<ResultLine> lines = new ArrayList<>();
    metrics
        .values()
        .forEach(
            (name, value) ->
                lines.add(
                    new ResultLine(
                        MetricValues.title(name), fixed(value, name.equals("loss") ? 6 : 4))));
    return lines;
  }

  /** Returns a line with a whole number. */
  public static ResultLine count(String name, long value) {
    return new ResultLine(name, String.format(Locale.ROOT, "%,d", value));
  }

  /** Returns a line with a time. */
  public static ResultLine seconds(String name, double value) {
    return new ResultLine(name, fixed(value, 3) + " s");
  }

  /** Returns a line that says how many lines of the input were skipped; none if no line was. */
  public static List<ResultLine> badLines(long count) {
    return count > 0 ? List.of(count("lines left out", count)) : List.of();
  }

  private static ResultLine sent(List<Long> bytes) {
    long most = bytes.stream().mapToLong(Long::longValue).max().orElse(0);
    String each = bytes.size() > 1 ? " per worker" : "";
    return new ResultLine("bytes sent", ByteCount.text(most) + each);
  }

  private static List<ResultLine> mixing(TrainingResult result) {
    List<ResultLine> lines = new ArrayList<>();
    if (!Double.isNaN(result.distance())) {
      lines.add(new ResultLine("consensus distance", fixed(100 * result.distance(), 2) + " %"));
    }
    if (result.mixing().reduces() > 0) {
      double share = (double) result.mixing().full() / result.mixing().reduces();
      lines.add(new ResultLine("complete averages", fixed(100 * share, 2) + " %"));
    }
    for (TrainingResult.Lost lost : result.lost()) {
      lines.add(new ResultLine("lost", "worker %s: %s".formatted(lost.worker(), lost.reason())));
    }
    return lines;
  }

  private static String fixed(double value, int decimals) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
