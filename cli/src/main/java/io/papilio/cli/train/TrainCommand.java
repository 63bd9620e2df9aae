package io.papilio.cli.train;

import io.papilio.cli.network.LocalLaunch;
import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.Networks;
import io.papilio.cli.network.PlaceOptions;
import io.papilio.cli.terminal.Failures;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Progress;
import io.papilio.learn.job.HostTraining;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.LocalTraining;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio train}: from data to a model, on many workers. */
@Command(
    name = "train",
    modelTransformer = SettingOptions.class,
    description = {
      "Train a model on many workers.",
      "",
      "Minimises the sum of the losses of all examples plus L/2 times the squared norm of the"
          + " weights without the bias. Linear models take any two labels, of which the smaller is"
          + " the negative class; softmax and dml take any whole numbers. Each worker reads its own"
          + " part of the data, and all end with the same weights. The same data, seed and number"
          + " of workers give the same model again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio train",
      "  papilio train --data train.svm.gz --test test.svm.gz --out model.papilio",
      "  papilio train --data 'part-*.vw' --bits 22 --optimizer online --epochs 3 --workers 4",
      "  papilio train --data train.svm --sync butterfly --workers 4 --launch processes",
      "  papilio train --model softmax --data digits.svm --sync factors --out model.papilio",
      "  papilio train --data train.svm --out model.papilio --resume    # after an interruption",
      "  papilio train --spark spark://host:7077 --data hdfs:///train.svm --out hdfs:///model",
      "  papilio train --join 10.0.0.1:4000 --secret-file secret --data train.svm   # see: worker"
    })
public final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Mixin private TrainOptions options;

  @Mixin private NetworkOptions network;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Number of workers (default: as many as cores).")
  private Integer workers;

  @Option(
      names = "--launch",
      paramLabel = "threads|processes",
      converter = LocalLaunch.class,
      defaultValue = "threads",
      description = "Workers are threads or processes of this machine (default: ${DEFAULT-VALUE}).")
  private Launch launch;

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description =
          "Train on a Spark cluster, such as spark://host:7077, by its spark-submit: "
              + "workers are tasks (default: as many as there are slots), files are Hadoop's.")
  private String spark;

  @Override
  public Integer call() throws Exception {
    output.check();
    requireWorkers();
    PlaceOptions.check(command.commandLine().getParseResult(), launch());
    TrainingSpec spec = options.spec(launch(), workers == null ? 0 : workers);
    if (spark != null) {
      spec.checkOptions();
      return new SparkSubmit(spark, System.getenv()).run(output.words(Json.text(spec)));
    }
    spec.check();
    Optional<TrainingResult> trained = train(spec);
    if (trained.isEmpty()) {
      return 0;
    }
    output.show(TrainReport.text(trained.get()), trained.get());
    return trained.get().isSaved() ? 0 : Failures.FAILURE;
  }

  private Launch launch() {
    if (spark != null) {
      return Launch.SPARK;
    }
    return network.joins() ? Launch.HOSTS : launch;
  }

  private void requireWorkers() {
    if (workers != null && workers < 1) {
      throw new IllegalArgumentException("--workers must be 1 or more, not " + workers);
    }
    if (network.joins() && workers != null) {
      throw new IllegalArgumentException("--join and --workers: the rendezvous says how many");
    }
  }

  /** Nothing, if this is one process of many and another leads. */
  private Optional<TrainingResult> train(TrainingSpec spec) throws Exception {
    PrintWriter err = command.commandLine().getErr();
    try (Progress progress = Progress.of("train", spec.points(), err)) {
      TrainingProgress shown = new TrainingProgress(progress);
      if (launch() == Launch.HOSTS) {
        try (Worker worker = Networks.join(network, Sharing.AUTO, shown::onNote)) {
          return HostTraining.lead(worker, spec, shown);
        }
      }
      return Optional.of(
          LocalTraining.run(
              spec, shown, () -> Networks.invitation(network, Sharing.AUTO), progress::note));
    }
  }
}
