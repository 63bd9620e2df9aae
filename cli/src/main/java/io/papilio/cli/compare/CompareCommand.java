package io.papilio.cli.compare;

import io.papilio.cli.network.LocalLaunch;
import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.Networks;
import io.papilio.cli.terminal.Failures;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Progress;
import io.papilio.cli.train.TrainingProgress;
import io.papilio.lab.compare.Comparison;
import io.papilio.lab.compare.ComparisonCase;
import io.papilio.lab.compare.ComparisonReport;
import io.papilio.lab.compare.ComparisonRunner;
import io.papilio.learn.job.LocalTraining;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Families;
import io.papilio.learn.sync.SyncStrategies;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code papilio compare}: the same training under several strategies. */
@Command(
    name = "compare",
    description = {
      "Run the same training under several strategies, to choose one by: a table, and a report in"
          + " one HTML file.",
      "",
      "Runs each strategy with each consistency and each number of workers, one after the other;"
          + " those that do not go together are left out. Takes all options of papilio train as"
          + " well, but for --out, --resume and --join; the optimizer is sgd unless another one is"
          + " given. With --rate auto each run finds a rate of its own.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio compare",
      "  papilio compare --sync allreduce,butterfly,expander --workers 4,16 --batch 4",
      "  papilio compare --sync butterfly,ring --consistency bsp,ssp:4,asp --data train.svm.gz",
      "  papilio compare --model softmax --sync factors,full-matrix,server --rate 64",
      "  papilio compare --launch processes --throttle 200mbit --workers 4 --html slow.html"
    })
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Option(
      names = "--sync",
      paramLabel = "STRATEGY",
      split = ",",
      description = {
        "Strategies, as train knows them (default: allreduce,butterfly,expander,periodic,none; of",
        "matrix models factors,full-matrix,server)."
      })
  private List<String> syncs = List.of();

  @Option(
      names = "--consistency",
      paramLabel = "C",
      split = ",",
      defaultValue = "bsp",
      description = "bsp, notify-ack, ssp:S or asp (default: ${DEFAULT-VALUE}).")
  private List<String> consistencies;

  @Option(
      names = "--workers",
      paramLabel = "N",
      split = ",",
      description = "How many workers (default: as many as cores).")
  private List<Integer> workers = List.of(Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--launch",
      converter = LocalLaunch.class,
      defaultValue = "threads",
      description = "Workers are threads or processes of this machine (default: ${DEFAULT-VALUE}).")
  private Launch launch;

  @Option(
      names = "--target",
      paramLabel = "LOSS",
      description =
          "Compare by what it takes to come to this loss (default: the lowest that all runs see).")
  private Double target;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      defaultValue = "compare.html",
      description = "The report (default: ${DEFAULT-VALUE}).")
  private Path html;

  @Unmatched private List<String> others = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    CompareTraining training = CompareTraining.parse(others, command.commandLine());
    output.check();
    TrainingSpec spec = training.spec(launch);
    if (syncs.isEmpty()) {
      syncs = Families.named(spec.model()).strategies();
    }
    check();
    ComparisonRunner runner =
        new ComparisonRunner(
            spec,
            one -> train(one, training.network()),
            one -> training.command(one, launch),
            output::say);
    Comparison comparison = runner.run(ComparisonCase.product(syncs, consistencies, workers));
    if (target != null) {
      comparison = comparison.by(target);
    }
    output.print(CompareTable.text(comparison));
    Output.write(html, ComparisonReport.html(comparison));
    output.show("\nreport: " + html, comparison.describe());
    return runner.hasFailed() ? Failures.FAILURE : 0;
  }

  private TrainingResult train(TrainingSpec spec, NetworkOptions network)
      throws IOException, InterruptedException {
    PrintWriter err = command.commandLine().getErr();
    try (Progress progress = Progress.of("train", spec.points(), err)) {
      return LocalTraining.run(
          spec,
          new TrainingProgress(progress),
          () -> Networks.invitation(network, Sharing.AUTO),
          progress::note);
    }
  }

  /** What is spelled wrong is no case to leave out. */
  private void check() throws IOException {
    for (String sync : syncs) {
      SyncStrategies.parse(sync);
    }
    consistencies.forEach(Consistency::parse);
    for (int count : workers) {
      if (count < 1) {
        throw new IllegalArgumentException("--workers must be 1 or more, not " + count);
      }
    }
    Output.requireWritable(html);
  }
}
