package io.papilio.cli;

import io.papilio.learn.data.DataCache;
import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.train.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** All that a worker of a training has to know; workers in other processes are told by words. */
final class TrainOptions {
  private static final int GENERATED = 20_000;
  private static final int GENERATED_TEST = 5_000;

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

  /** What was read and how, how long that took, and what was left out. */
  record Loaded(Dataset dataset, Features features, double seconds, long badLines) {}

  LearnerOptions learner() {
    return learner;
  }

  DataOptions data() {
    return data;
  }

  Optional<Path> from() {
    return Optional.ofNullable(from);
  }

  Optional<Path> out() {
    return Optional.ofNullable(out);
  }

  /** Whether the examples are made up. */
  boolean generates() {
    return inputs.isEmpty();
  }

  /** Fails now, before long work, if the model could not be written after it. */
  void check() throws IOException {
    learner.optimizer();
    if (cache != null && generates()) {
      throw new IllegalArgumentException("--cache needs --data");
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
    all.putAll(learner.describe());
    all.put("bits", data.features().bits());
    all.put("interact", data.features().interactions());
    return all;
  }

  /** Of several processes, the first one says what there is to say, and writes the cache. */
  Loaded load(boolean isFirst, Consumer<String> log) throws InterruptedException {
    long start = System.nanoTime();
    long bad = 0;
    Features features = data.features();
    List<SparseRows> rows;
    List<SparseRows> test = List.of();
    if (generates()) {
      Generator generator = new TopicGenerator(learner.seed());
      rows = List.of(generator.rows(0, GENERATED));
      test = List.of(generator.rows(GENERATED, GENERATED_TEST));
    } else {
      DataReader.Options how = data.with(features);
      DataReader.Loaded read =
          cache == null
              ? DataReader.read(inputs, how)
              : new DataCache(cache, isFirst, isFirst ? log : line -> {}).read(inputs, how);
      rows = read.blocks();
      features = read.features();
      bad = read.badLines();
    }
    if (!tests.isEmpty()) {
      DataReader.Loaded read = DataReader.read(tests, data.with(features));
      test = read.blocks();
      bad += read.badLines();
    }
    Dataset dataset = Dataset.of(rows, test, learner.objective().loss());
    return new Loaded(dataset, features, (System.nanoTime() - start) / 1e9, bad);
  }
}
