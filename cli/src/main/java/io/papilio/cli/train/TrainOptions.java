package io.papilio.cli.train;

import io.papilio.cli.data.DataOptions;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.OutputSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.SyncSpec;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.linear.LinearFamily;
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
  private static final TrainingSpec USUAL = TrainingSpec.of(LinearFamily.NAME);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private DataOptions data;

  @Option(
      names = "--data",
      paramLabel = "F",
      arity = "1..*",
      description =
          "Files, folders or globs to learn from, or - for the standard input; plain, gz, "
              + "bz2 or zst (default: made-up examples).")
  private List<String> inputs = List.of();

  @Option(
      names = "--data-parts",
      description =
          "The --data of each host are its own part of the data (default: all hosts have the same"
              + " files).")
  private boolean parts;

  @Option(
      names = "--test",
      paramLabel = "F",
      arity = "1..*",
      description = "Examples to evaluate the model on; the model does not learn from them.")
  private List<String> tests = List.of();

  @Option(
      names = "--cache",
      paramLabel = "FOLDER",
      description =
          "Keep the parsed rows of --data in files here, one for each worker, and read them from"
              + " here as long as data and options are the same.")
  private String cache = USUAL.data().cache();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Memory for the rows of each worker, such as 500m or 2g; it reads the others from the"
              + " disk in every pass (default: about half of the heap).")
  private long memory = USUAL.data().memory();

  @Option(names = "--model", paramLabel = "M", description = "") // SettingOptions knows all
  private String model = USUAL.model();

  @Option(names = "--optimizer", paramLabel = "O", description = "") // SettingOptions knows all
  private String optimizer = USUAL.optimizer();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of all that is random (default: ${DEFAULT-VALUE}).")
  private long seed = USUAL.seed();

  @Option(
      names = "--sync",
      paramLabel = "STRATEGY",
      description =
          "How workers of sgd and pegasos keep together: allreduce[:ALGORITHM], "
              + "periodic[:K[:ALGORITHM]], server, none, or a topology: butterfly (the "
              + "default), expander, ring, chain, halton, complete, star, tree, graph:FILE. For "
              + "matrix models also factors[:TOPOLOGY], full-matrix, or auto, the cheapest (the "
              + "default). To choose, see papilio compare.")
  private String strategy = USUAL.sync().strategy();

  @Option(
      names = "--consistency",
      paramLabel = "C",
      description =
          "How far workers may drift apart: bsp, notify-ack, ssp:S or asp (default:"
              + " ${DEFAULT-VALUE}).")
  private String consistency = USUAL.sync().consistency();

  @Option(
      names = "--on-failure",
      paramLabel = "abort|shrink",
      description =
          "When a worker is lost: abort (the default), or shrink, where the others go on; for sgd"
              + " and pegasos.")
  private FailurePolicy policy = USUAL.place().onFailure();

  @Option(
      names = "--straggle",
      paramLabel = "RANK:FACTOR",
      description = "For experiments: this worker computes FACTOR times as long.")
  private String straggle;

  @Option(
      names = "--pace",
      paramLabel = "MS",
      description =
          "For experiments: no worker computes a step in fewer milliseconds, as if each had a core"
              + " of its own.")
  private double pace = USUAL.sync().paceMillis();

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "Threads per worker (default: the cores of a host divided by its workers).")
  private int threads = USUAL.place().threads();

  @Option(
      names = "--calibrate",
      description =
          "Measure the links first and choose algorithms by that: faster, but the bits of the model"
              + " differ from run to run.")
  private boolean calibrate;

  @Option(
      names = "--from",
      paramLabel = "MODEL",
      description = "Begin with the weights of this model.")
  private String from = USUAL.output().from();

  @Option(names = "--out", paramLabel = "MODEL", description = "Write the model to this file.")
  private String out = USUAL.output().model();

  @Option(
      names = "--hold-out",
      paramLabel = "SHARE",
      description =
          "Keep back this share of the examples, such as 0.1, and stop when their loss has ceased"
              + " to fall; the model is then the best one.")
  private double holdOut = USUAL.data().holdOut();

  @Option(
      names = "--patience",
      paramLabel = "P",
      description =
          "With --hold-out: stop after P evaluations without a lower loss (default:"
              + " ${DEFAULT-VALUE}; about 20 evaluations per epoch, or one per iteration of"
              + " L-BFGS).")
  private int patience = USUAL.patience();

  @Option(
      names = "--checkpoint-every",
      paramLabel = "S",
      description =
          "With --out: write MODEL.checkpoint every S seconds (default: 60), at the"
              + " end of an epoch or every tenth iteration of L-BFGS.")
  private double checkpointSeconds = USUAL.output().checkpointSeconds();

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
            inputs, tests, cache.isEmpty() ? "" : Path.of(cache).toString(), parts, holdOut)
        .withRowMemory(memory);
  }

  private SyncSpec sync() {
    if (straggle == null) {
      return new SyncSpec(
          strategy, consistency, pace, USUAL.sync().straggler(), USUAL.sync().slowdown());
    }
    if (!straggle.matches("\\d{1,6}:\\d{1,6}(\\.\\d+)?")) {
      throw new IllegalArgumentException("--straggle is RANK:FACTOR, such as 3:4, not " + straggle);
    }
    String[] parts = straggle.split(":");
    return new SyncSpec(
        strategy, consistency, pace, Integer.parseInt(parts[0]), Double.parseDouble(parts[1]));
  }
}
