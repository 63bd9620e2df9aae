package io.papilio.cli.train;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.papilio.cli.terminal.Output;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.job.ResultLine;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio eval}: what a model is worth. */
@Command(
    name = "eval",
    modelTransformer = SettingOptions.OfEvaluation.class,
    description = {
      "Evaluate a model on examples whose labels are known.",
      "",
      "The measures depend on the model. linear and softmax: loss and accuracy. dml: the loss of"
          + " pairs of examples, and how often the nearest neighbours of an example tell its class."
          + " sparse-coding: the objective, the error of the restored examples, and how sparse the"
          + " codes are.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio eval --model-file model.papilio --data test.svm",
      "  papilio eval --model-file metric.papilio --data test.svm --reference train.svm"
    })
public final class EvalCommand implements Callable<Integer> {
  /** What JSON has. */
  private record Result(
      @JsonUnwrapped MetricValues metrics,
      long examples,
      double loadSeconds,
      double evalSeconds,
      long badLines) {

    List<ResultLine> lines() {
      List<ResultLine> lines = new ArrayList<>(ResultLine.of(metrics));
      lines.add(ResultLine.count("examples", examples));
      lines.add(ResultLine.seconds("loading", loadSeconds));
      lines.add(ResultLine.seconds("evaluation", evalSeconds));
      lines.addAll(ResultLine.badLines(badLines));
      return lines;
    }
  }

  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Mixin private ModelOptions options;

  @Option(
      names = "--reference",
      paramLabel = "F",
      arity = "1..*",
      description =
          "Examples with known classes for dml, such as those it learned from (default: "
              + "every tenth example of --data is compared with the others).")
  private List<String> reference = List.of();

  @Override
  public Integer call() throws Exception {
    output.check();
    Model model = options.model();
    Settings settings = settings(Families.named(model.learned().family()));
    long start = System.nanoTime();
    Evaluation evaluation = model.evaluation(settings, Shard.of(known(model)));
    AtomicLong evaluating = new AtomicLong();
    Report report =
        options.stream(
            model,
            true,
            rows -> {
              long before = System.nanoTime();
              evaluation.add(model.labelled(rows));
              evaluating.addAndGet(System.nanoTime() - before);
            });
    double loading = (System.nanoTime() - start - evaluating.get()) / 1e9;
    long before = System.nanoTime();
    MetricValues metrics = evaluation.metrics();
    evaluation.note().ifPresent(output::say);
    double seconds = (evaluating.get() + System.nanoTime() - before) / 1e9;
    Result result = new Result(metrics, report.rows(), loading, seconds, report.badLines());
    output.show(TrainReport.text(result.lines()), result);
    return 0;
  }

  private List<SparseRows> known(Model model) throws InterruptedException {
    List<SparseRows> known = new ArrayList<>();
    if (!reference.isEmpty()) {
      options.stream(reference, model, true, rows -> known.add(model.labelled(rows)));
    }
    return known;
  }

  private Settings settings(ModelFamily family) {
    Settings given = SettingOptions.givenToEvaluation(command);
    for (String name : given.values().keySet()) {
      require(name, family, one -> knows(one, name));
    }
    if (!reference.isEmpty()) {
      require("reference", family, ModelFamily::usesReference);
    }
    family.evaluationSettings().forEach(given::given); // which parses them
    return given;
  }

  private static boolean knows(ModelFamily family, String name) {
    return family.evaluationSettings().stream().anyMatch(setting -> setting.name().equals(name));
  }

  private static void require(String name, ModelFamily family, Predicate<ModelFamily> uses) {
    if (!uses.test(family)) {
      String users =
          Families.all().stream()
              .filter(uses)
              .map(ModelFamily::name)
              .collect(Collectors.joining(" and "));
      throw new IllegalArgumentException(
          "values of --%s are for models of %s, not of %s".formatted(name, users, family.name()));
    }
  }
}
