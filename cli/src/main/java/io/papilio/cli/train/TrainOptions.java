package io.papilio.cli.train;

import io.papilio.cli.data.DataOptions;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.OutputSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.SyncSpec;
import io.papilio.learn.job.TrainingSpec;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that describe a training; what models and optimizers can be told is added to them.
 */
public final class TrainOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private DataOptions data;

  @Option(
      names = "--data",
      paramLabel = "F",
      arity = "1..*",
      description = {
        "Files, folders or globs to learn from, or - for the standard input; plain, gz, bz2 or zst",
        "(default: made-up examples)."
      })
  private List<String> inputs = List.of();

  @Option(
      names = "--data-parts",
      description =
          "Every host's --data are its own part of the data (default: all hosts see all).")
  private boolean parts;

  @Option(
      names = "--test",
      paramLabel = "F",
      arity = "1..*",
      description = "Examples to judge the model by, which are not learned from.")
  private List<String> tests = List.of();

  @Option(
      names = "--cache",
      paramLabel = "FILE",
      defaultValue = "",
      description = {
        "Keep the parsed rows of --data here, and read them from here as long as files and options",
        "are the same; with several workers, a file for each."
      })
  private String cache;

  @Option(
      names = "--model",
      paramLabel = "M",
      defaultValue = "linear",
      description = {
        "Model family: linear (two classes, or numbers), softmax (several classes), dml (a",
        "distance in which examples of a class are near), sparse-coding (a dictionary), or one of",
        "a plug-in (default: ${DEFAULT-VALUE})."
      })
  private String model;

  @Option(
      names = "--optimizer",
      paramLabel = "O",
      defaultValue = TrainingSpec.AUTO,
      description = {
        "Linear models: hybrid (the default), lbfgs, online, sgd or pegasos. softmax: lbfgs (the",
        "default up to 10 million weights), sgd or sdca. Others: sgd. --sync and --batch imply sgd."
      })
  private String optimizer;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of all that is random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--sync",
      paramLabel = "STRATEGY",
      defaultValue = TrainingSpec.AUTO,
      description = {
        "How workers of sgd and pegasos keep together: allreduce[:ALGORITHM],",
        "periodic[:K[:ALGORITHM]], server, none, or a topology: butterfly (the default), expander,",
        "ring, chain, halton, complete, star, tree, graph:FILE. For matrix models also",
        "factors[:TOPOLOGY], full-matrix, or auto, the cheapest (the default). To choose, see",
        "papilio compare."
      })
  private String strategy;

  @Option(
      names = "--consistency",
      paramLabel = "C",
      defaultValue = "bsp",
      description =
          "How far workers may drift apart: bsp, notify-ack, ssp:S or asp (default:"
              + " ${DEFAULT-VALUE}).")
  private String consistency;

  @Option(
      names = "--on-failure",
      defaultValue = "abort",
      description =
          "When a worker is lost: abort, or shrink, where the others go on; for sgd and pegasos"
              + " (default: ${DEFAULT-VALUE}).")
  private FailurePolicy policy;

  @Option(
      names = "--straggle",
      paramLabel = "RANK:FACTOR",
      description = "For experiments: this worker computes FACTOR times as long.")
  private String straggle;

  @Option(
      names = "--pace",
      paramLabel = "MS",
      defaultValue = "0",
      description =
          "For experiments: no worker computes a step in fewer milliseconds, as if each had a core"
              + " of its own.")
  private double pace;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "0",
      description = "Threads per worker (default: the cores of a host divided by its workers).")
  private int threads;

  @Option(
      names = "--calibrate",
      description =
          "Measure the links first and choose algorithms by that: faster, but the bits of the model"
              + " differ from run to run.")
  private boolean calibrate;

  @Option(
      names = "--from",
      paramLabel = "MODEL",
      defaultValue = "",
      description = "Begin with the weights of this model.")
  private String from;

  @Option(
      names = "--out",
      paramLabel = "MODEL",
      defaultValue = "",
      description = "Write the model to this file.")
  private String out;

  @Option(
      names = "--hold-out",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "Keep back this share of the examples, such as 0.1, and stop when their loss has ceased"
              + " to fall; the model is then the best one.")
  private double holdOut;

  @Option(
      names = "--patience",
      paramLabel = "P",
      defaultValue = "5",
      description =
          "With --hold-out: stop after P evaluations without a lower loss (default:"
              + " ${DEFAULT-VALUE}; about 20 evaluations per epoch, or one per iteration of"
              + " L-BFGS).")
  private int patience;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "With --out: write MODEL.checkpoint every S seconds (default: ${DEFAULT-VALUE}), at the"
              + " end of an epoch or every tenth iteration of L-BFGS.")
  private double checkpointSeconds;

  @Option(
      names = "--resume",
      description = "Go on from MODEL.checkpoint, if there is one, to the same model.")
  private boolean resume;

  /**
   * Returns what was said.
   *
   * @param workers how many; 0: as many as cores
   */
  public TrainingSpec spec(Launch launch, int workers) {
    return new TrainingSpec(
        model,
        optimizer,
        SettingOptions.given(command),
        data(),
        sync(),
        new PlaceSpec(launch, workers, threads, policy, calibrate),
        new OutputSpec(out, from, checkpointSeconds, resume),
        seed,
        patience);
  }

  private DataSpec data() {
    return data.spec(
        inputs, tests, cache.isEmpty() ? "" : Path.of(cache).toString(), parts, holdOut);
  }

  private SyncSpec sync() {
    if (straggle == null) {
      return new SyncSpec(strategy, consistency, pace, -1, 1);
    }
    if (!straggle.matches("\\d{1,6}:\\d{1,6}(\\.\\d+)?")) {
      throw new IllegalArgumentException("--straggle is RANK:FACTOR, such as 3:4, not " + straggle);
    }
    String[] parts = straggle.split(":");
    return new SyncSpec(
        strategy, consistency, pace, Integer.parseInt(parts[0]), Double.parseDouble(parts[1]));
  }
}
