package io.papilio.cli.train;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.papilio.cli.terminal.Output;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.job.ResultLine;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code papilio eval}: what a model is worth. */
@Command(
    name = "eval",
    description = {
      "Judge a model by examples whose labels are known.",
      "",
      "A linear model or softmax by loss and accuracy; a distance of dml by pairs of the examples,"
          + " and by how often those next to an example tell its class; a dictionary of"
          + " sparse-coding by its objective, how well it restores the examples and how sparse the"
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

  @Mixin private Output output;

  @Mixin private ModelOptions options;

  @Option(
      names = "--neighbours",
      paramLabel = "K",
      description = "Nearest neighbours that tell the class of an example, for dml (default: 5).")
  private String neighbours;

  @Option(
      names = "--reference",
      paramLabel = "F",
      arity = "1..*",
      description = {
        "Examples with known classes for dml, such as those it learned from (default: each tenth",
        "of --data is told by the rest)."
      })
  private List<String> reference = List.of();

  @Override
  public Integer call() throws Exception {
    output.check();
    Model model = options.model();
    Settings settings = settings(Families.named(model.learned().family()));
    long start = System.nanoTime();
    Source.Loaded loaded = options.read(model);
    List<SparseRows> known =
        reference.isEmpty() ? List.of() : model.labelled(options.read(reference, model).blocks());
    double loading = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Evaluation evaluation = model.evaluation(settings, Shard.of(known));
    model.labelled(loaded.blocks()).forEach(evaluation::add);
    MetricValues metrics = evaluation.metrics();
    evaluation.note().ifPresent(output::say);
    double evaluating = (System.nanoTime() - start) / 1e9;
    Result result = new Result(metrics, loaded.rows(), loading, evaluating, loaded.badLines());
    output.show(TrainReport.text(result.lines()), result);
    return 0;
  }

  private Settings settings(ModelFamily family) {
    Settings given =
        neighbours == null ? Settings.NONE : Settings.NONE.with("neighbours", neighbours);
    List<Setting<?>> known = family.evaluationSettings();
    boolean isKnown =
        given.values().keySet().stream()
            .allMatch(name -> known.stream().anyMatch(setting -> setting.name().equals(name)));
    if (!isKnown || !reference.isEmpty() && !family.usesReference()) {
      throw new IllegalArgumentException(
          "--neighbours and --reference are for models of dml, not of " + family.name());
    }
    known.forEach(given::given);
    return given;
  }
}
