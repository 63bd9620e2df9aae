package io.papilio.cli;

import io.papilio.cli.LearnerOptions.OptimizerName;
import io.papilio.learn.data.DataCache;
import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Model;
import io.papilio.learn.train.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** All that a worker of a training has to know; workers in other processes are told by words. */
final class TrainOptions {
  private static final int MOST_WORKERS = 256;

  @Mixin private DataOptions data;

  @Mixin private LearnerOptions learner;

  @Option(
      names = "--data",
      paramLabel = "F",
      arity = "1..*",
      description = {
        "Files, folders or globs to learn from, or - for the standard input; plain, gz, bz2 or zst",
        "(default: examples that are made up here)."
      })
  private List<String> inputs = List.of();

  @Option(
      names = "--test",
      paramLabel = "F",
      arity = "1..*",
      description = "Examples to judge by, which are not learned from.")
  private List<String> tests = List.of();

  @Option(
      names = "--cache",
      paramLabel = "FILE",
      description = {
        "Keep the rows of --data here: as long as the files and the options are the same, the next",
        "training reads them from here and parses nothing."
      })
  private Path cache;

  @Option(
      names = "--from",
      paramLabel = "MODEL",
      description = "Begin with the weights of this model.")
  private Path from;

  @Option(names = "--out", paramLabel = "MODEL", description = "Write the model to this file.")
  private Path out;

  @Option(
      names = "--hold-out",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "Keep back this share of the examples, such as 0.1, and end when their loss has ceased to"
              + " fall; the model is then the one that was best.")
  private double holdOut;

  @Option(
      names = "--patience",
      paramLabel = "P",
      defaultValue = "5",
      description =
          "With --hold-out: end after so many looks without a lower loss (default:"
              + " ${DEFAULT-VALUE}; about 20 looks an epoch, or one an iteration of L-BFGS).")
  private int patience;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "With --out: write MODEL.checkpoint when so many seconds have passed (default:"
              + " ${DEFAULT-VALUE}), at the end of an epoch or every tenth iteration of L-BFGS.")
  private double checkpointSeconds;

  @Option(
      names = "--resume",
      description =
          "Go on from MODEL.checkpoint, if there is one, to the very model that the training would"
              + " have ended with.")
  private boolean resume;

  @Option(
      names = "--calibrate",
      description =
          "Measure the links first, and choose algorithms by that: faster, but other bits than"
              + " without, or on another day.")
  private boolean calibrate;

  /** What was read and how, where to begin, how long that took, and what was left out. */
  record Loaded(
      List<SparseRows> rows,
      List<SparseRows> test,
      Features features,
      Optional<Model> from,
      double seconds,
      long badLines) {

    /** The model to begin with, which must be of this kind. */
    <M extends Model> Optional<M> from(Class<M> type, String kind) {
      from.ifPresent(model -> requireKind(type.isInstance(model), kind));
      return from.map(type::cast);
    }

    /** The same with some rows only, and none to judge by. */
    Loaded some(List<SparseRows> few) {
      return new Loaded(few, List.of(), features, from, seconds, badLines);
    }
  }

  /** What workers begin with. */
  record Ready(Training training, double seconds, long badLines) {}

  /** Picocli wants a command around options. */
  @Command(name = "train")
  private record Holder(@Mixin TrainOptions options) {}

  /** Of the command line of another process. */
  static TrainOptions parse(List<String> arguments) {
    TrainOptions options = new TrainOptions();
    CommandLine line = new CommandLine(new Holder(options));
    Papilio.registerNames(line);
    line.parseArgs(arguments.toArray(String[]::new));
    return options;
  }

  /** Those of a command's options that {@link #parse} takes, in words. */
  static List<String> words(Iterable<OptionSpec> options) {
    Set<String> known =
        new CommandLine(new Holder(new TrainOptions())).getCommandSpec().optionsMap().keySet();
    List<String> words = new ArrayList<>();
    for (OptionSpec option : options) {
      if (known.contains(option.longestName())) {
        words.add(option.longestName());
        if (option.arity().max() > 0) {
          words.addAll(option.originalStringValues());
        }
      }
    }
    return words;
  }

  static void checkWorkers(int workers) {
    if (workers < 1 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot train with %d workers, only with 1 to %d".formatted(workers, MOST_WORKERS));
    }
  }

  Learner learner() {
    return learner.learner();
  }

  SyncOptions sync() {
    return learner.sync();
  }

  static void requireKind(boolean holds, String kind) {
    if (!holds) {
      throw new IllegalArgumentException(
          "the model of --from is of another kind than --model " + kind);
    }
  }

  Optional<Path> out() {
    return Optional.ofNullable(out);
  }

  /** 0: never ends early. */
  int patience() {
    return holdOut > 0 ? patience : 0;
  }

  boolean calibrates() {
    return calibrate;
  }

  /** Where checkpoints go, if anywhere. */
  Optional<Path> checkpoint() {
    return out().map(path -> path.resolveSibling(path.getFileName() + ".checkpoint"));
  }

  double checkpointSeconds() {
    return checkpointSeconds;
  }

  boolean resumes() {
    return resume;
  }

  /** Whether the examples are made up. */
  boolean generates() {
    return inputs.isEmpty();
  }

  /** Fails now, before long work, if the model could not be written after it. */
  void check() throws IOException {
    Learner how = learner();
    how.check();
    if (resume && out == null) {
      throw new IllegalArgumentException("--resume needs --out: the checkpoint lies beside it");
    }
    if (resume && !how.isInStep()) {
      throw new IllegalArgumentException("--resume goes with --consistency bsp only");
    }
    if (holdOut > 0 && (sync().shrinks() || !how.isInStep())) {
      throw new IllegalArgumentException(
          "--hold-out goes with --consistency bsp and --on-failure abort only");
    }
    if (holdOut > 0 && patience < 1) {
      throw new IllegalArgumentException("--patience must be 1 or more, not " + patience);
    }
    if (cache != null && generates()) {
      throw new IllegalArgumentException("--cache needs --data");
    }
    if (from != null && learner.optimizer(OptimizerName.SGD) == OptimizerName.SDCA) {
      throw new IllegalArgumentException("--from: sdca begins at zero, wherever others end");
    }
    checkFolder(out);
    checkFolder(cache);
  }

  private static void checkFolder(Path file) throws IOException {
    Path folder = file == null ? null : file.toAbsolutePath().getParent();
    if (file != null && (folder == null || !Files.isDirectory(folder))) {
      throw new NoSuchFileException(String.valueOf(folder));
    }
  }

  /** All of them, as used. */
  Map<String, Object> describe() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("data", inputs);
    all.put("test", tests);
    all.put("cache", cache == null ? null : cache.toString());
    all.put("from", from == null ? null : from.toString());
    all.put("model", learner.model());
    all.putAll(learner().describe());
    all.put("holdOut", holdOut);
    all.put("patience", patience());
    all.put("calibrate", calibrate);
    all.put("bits", data.features().bits());
    all.put("interact", data.features().interactions());
    return all;
  }

  private DataReader.Options how(Features features) {
    DataReader.Options how = data.with(features);
    return learner().needsLabels() ? how : how.withoutLabels();
  }

  /** Of several processes, the first one says what there is to say, and writes the cache. */
  Loaded load(boolean isFirst, Consumer<String> log) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long bad = 0;
    Features features = data.features();
    List<SparseRows> rows;
    List<SparseRows> test = List.of();
    if (generates()) {
      Learner.MadeUp made = learner().madeUp();
      rows = List.of(made.generator().rows(0, made.rows()));
      test = List.of(made.generator().rows(made.rows(), made.test()));
    } else {
      DataReader.Options how = how(features);
      DataReader.Loaded read =
          cache == null
              ? DataReader.read(inputs, how)
              : new DataCache(cache, isFirst, isFirst ? log : line -> {}).read(inputs, how);
      rows = read.blocks();
      features = read.features();
      bad = read.badLines();
    }
    if (!tests.isEmpty()) {
      DataReader.Loaded read = DataReader.read(tests, how(features));
      test = read.blocks();
      bad += read.badLines();
    }
    Optional<Model> model = from == null ? Optional.empty() : Optional.of(first(features));
    return new Loaded(rows, test, features, model, seconds(start), bad);
  }

  private Model first(Features features) throws IOException {
    Model model = ModelFile.read(from);
    if (!model.features().equals(features)) {
      throw new IllegalArgumentException(
          "the model of --from has other --bits, --interact or columns than these data");
    }
    return model;
  }

  /** With labels as the model wants them; loading has taken that much longer. */
  Ready ready(Loaded loaded) {
    long start = System.nanoTime();
    Training training = learner().training(loaded, holdOut);
    return new Ready(training, loaded.seconds() + seconds(start), loaded.badLines());
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
