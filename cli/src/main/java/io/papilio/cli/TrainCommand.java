package io.papilio.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    description = {
      "Train a model on many workers: a linear one, or a matrix of softmax, of a distance or of a"
          + " dictionary.",
      "",
      "Minimises the sum of the losses of all examples + L/2 times the squared norm of the weights;"
          + " the bias is not in it. Linear models take two labels, whatever they are: the smaller"
          + " is the negative one; softmax and dml take any whole numbers. Workers end with the"
          + " same weights, and the same data, seed and workers give the same model again.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio train",
      "  papilio train --data train.svm.gz --test test.svm.gz --out model.papilio",
      "  papilio train --data 'part-*.vw' --bits 22 --optimizer online --epochs 3 --workers 4",
      "  papilio train --data train.svm --loss hinge --optimizer sgd --launch processes",
      "  papilio train --model softmax --data digits.svm --sync factors --out model.papilio",
      "  papilio train --data train.svm --out model.papilio --resume    # after an interruption",
      "  papilio train --spark spark://host:7077 --data hdfs:///train.svm --out hdfs:///model",
      "  papilio train --join 10.0.0.1:4000 --secret-file secret --data train.svm   # see: worker"
    })
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Mixin private TrainOptions options;

  @Mixin private NetworkOptions network;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many workers (default: as many as cores).")
  private Integer workers;

  @Option(
      names = "--launch",
      defaultValue = "threads",
      description = "Workers are threads or processes of this machine (default: ${DEFAULT-VALUE}).")
  private Launch launch;

  @Option(
      names = "--spark",
      paramLabel = "MASTER",
      description = {
        "Train on a Spark cluster, such as spark://host:7077, by its spark-submit: workers are",
        "tasks (default: as many as there are slots), files are Hadoop's."
      })
  private String spark;

  /** What workers are, named as on the command line. */
  enum Launch {
    THREADS,
    PROCESSES
  }

  @Override
  public Integer call() throws Exception {
    if (spark != null) {
      return new SparkSubmit(spark, System.getenv()).run(sparkArguments());
    }
    output.check();
    options.check();
    check();
    if (options.generates()) {
      output.say("no --data: learning from examples that are made up here");
    }
    Optional<Map<String, Object>> trained = train();
    if (trained.isPresent()) {
      Map<String, Object> result = Json.plain(trained.get());
      TrainReport.section(result, "options")
          .put("launch", network.joins() ? "hosts" : Names.of(launch));
      output.json(result);
      output.print(TrainReport.text(result));
    }
    return 0;
  }

  private void check() {
    if (network.joins() && workers != null) {
      throw new IllegalArgumentException("--join and --workers: the rendezvous says how many");
    }
    boolean onThreads = launch == Launch.THREADS && !network.joins();
    if (onThreads && (network.bytesPerSecond() > 0 || network.tls().isPresent())) {
      throw new IllegalArgumentException(
          "--throttle and --tls are for links between processes: --launch processes");
    }
    if (onThreads && options.sync().shrinks()) {
      throw new IllegalArgumentException(
          "--on-failure shrink is for workers that can be lost: --launch processes, or hosts");
    }
    TrainOptions.checkWorkers(workers());
  }

  private int workers() {
    return workers == null ? Runtime.getRuntime().availableProcessors() : workers;
  }

  /** Nothing, if this is one process of many and another leads. */
  private Optional<Map<String, Object>> train() throws Exception {
    TrainRunner runner = new TrainRunner(options, network, command.commandLine().getErr());
    if (network.joins()) {
      return runner.oneOfMany(arguments());
    }
    return Optional.of(
        launch == Launch.PROCESSES
            ? runner.processes(workers(), arguments())
            : runner.threads(workers()));
  }

  /** Spark says itself which of them it does not know. */
  private List<String> sparkArguments() {
    List<String> words = new ArrayList<>(arguments());
    if (workers != null) {
      words.addAll(List.of("--workers", workers.toString()));
    }
    return words;
  }

  /** Of this command, those that every worker has to know. */
  private List<String> arguments() {
    return TrainOptions.words(command.commandLine().getParseResult().matchedOptionsSet());
  }
}
