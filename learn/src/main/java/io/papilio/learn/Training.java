package io.papilio.learn;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.LocalTraining;
import io.papilio.learn.job.OutputSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.SyncSpec;
import io.papilio.learn.job.ThreadTraining;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Example;
import io.papilio.learn.model.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A training that is being described; {@link #run} does it. What is not said has a default, and
 * what is said twice counts as it was said last. Not for several threads at once.
 *
 * <p>Rows come from one place: files ({@link #data}), memory ({@link #rows}, {@link #examples}),
 * or, if nothing is said, they are made up. Those to judge by come from files ({@link #test}),
 * memory ({@link #testRows}, {@link #testExamples}) or nowhere. Rows in memory are for threads.
 * What cannot be combined is refused by {@link #run}.
 *
 * <pre>{@code
 * TrainingResult result =
 *     Papilio.train("softmax").data("digits.svm").workers(4).set("l2", 0.1).run();
 * }</pre>
 */
public final class Training {
  private TrainingSpec spec;
  private Optional<Source> rows = Optional.empty();
  private Optional<Function<Features, Source>> tests = Optional.empty();
  private TrainingListener listener = TrainingListener.NONE;

  Training(ModelChoice model) {
    spec = TrainingSpec.of(model.family()).withSettings(model.settings());
  }

  /** Learns from files, folders or globs, in any format that Papilio reads. */
  public Training data(String... inputs) {
    return data(spec.data().withInputs(List.of(inputs)));
  }

  /** Judges by files, folders or globs. */
  public Training test(String... inputs) {
    return data(spec.data().withTests(List.of(inputs)));
  }

  /** Learns from data that are described completely. */
  public Training data(DataSpec data) {
    return with(spec.withData(data));
  }

  /** Hashes features to 2^bits. */
  public Training bits(int bits) {
    return data(spec.data().withBits(bits));
  }

  /** Keeps back a share of the examples, and stops when their loss has ceased to fall. */
  public Training holdOut(double share) {
    return data(spec.data().withHoldOut(share));
  }

  /** Says how many bytes of rows a worker keeps in memory; it reads the others in every pass. */
  public Training memory(long bytes) {
    return data(spec.data().withRowMemory(bytes));
  }

  /** Counts lines that are not rows, in place of failing at the first. */
  public Training skipBadLines() {
    return data(spec.data().withBadLines(BadLines.SKIP));
  }

  /**
   * Learns from rows in memory. A single worker takes them as they are; of several each has a copy
   * of its own rows.
   */
  public Training rows(List<SparseRows> blocks) {
    rows = Optional.of(Source.rows(blocks));
    return this;
  }

  /** Judges by rows in memory, whose features have the same indices as those learned from. */
  public Training testRows(List<SparseRows> blocks) {
    List<SparseRows> copy = List.copyOf(blocks);
    tests = Optional.of(features -> Source.rows(copy, features));
    return this;
  }

  /** Learns from examples with named or indexed values. */
  public Training examples(Iterable<Example> examples) {
    Examples all = Examples.of(examples);
    rows = Optional.of(Source.rows(all.read(0, 1).blocks(), all.features()));
    return this;
  }

  /** Learns from a stream of examples, which is read to its end. */
  public Training examples(Stream<Example> examples) {
    return examples(examples.toList());
  }

  /** Judges by examples with named or indexed values; names are those that were learned from. */
  public Training testExamples(Iterable<Example> examples) {
    List<Example> all = new ArrayList<>();
    examples.forEach(all::add);
    tests = Optional.of(features -> new Examples(all, features));
    return this;
  }

  /** Names the optimizer, such as {@code lbfgs}. */
  public Training optimizer(String name) {
    return with(spec.withOptimizer(name));
  }

  /** Tells the model or the optimizer something, such as {@code epochs}. */
  public Training set(String name, Object value) {
    return with(spec.withSettings(spec.settings().with(name, value)));
  }

  /** Names the strategy by which workers keep together, such as {@code butterfly}. */
  public Training sync(String strategy) {
    return sync(spec.sync().with(strategy));
  }

  /** Says how far workers may drift apart: bsp, notify-ack, ssp:S or asp. */
  public Training consistency(String name) {
    return sync(spec.sync().withConsistency(name));
  }

  /** Describes completely how workers keep together. */
  public Training sync(SyncSpec sync) {
    return with(spec.withSync(sync));
  }

  /** Sets the number of workers; as many as cores unless said. */
  public Training workers(int count) {
    return place(spec.place().withWorkers(count));
  }

  /** Trains on processes of this machine, not on threads. */
  public Training processes() {
    return place(spec.place().withLaunch(Launch.PROCESSES));
  }

  /** Says what happens when a worker is lost. */
  public Training onFailure(FailurePolicy policy) {
    return place(spec.place().withOnFailure(policy));
  }

  /** Describes completely where it runs. */
  public Training place(PlaceSpec place) {
    return with(spec.withPlace(place));
  }

  /** Writes the model to a file, and checkpoints beside it. */
  public Training out(Path file) {
    return output(spec.output().withModel(file));
  }

  /** Begins with the weights of a model. */
  public Training from(Path file) {
    return output(spec.output().withFrom(file));
  }

  /** Goes on from the checkpoint beside the model, if there is one. */
  public Training resume() {
    return output(spec.output().withResume());
  }

  /** Describes its files completely. */
  public Training output(OutputSpec output) {
    return with(spec.withOutput(output));
  }

  /** Seeds all that is random; 1 unless said. */
  public Training seed(long value) {
    return with(spec.withSeed(value));
  }

  /** Sets how many evaluations of held-out examples without a lower loss end the training. */
  public Training patience(int evaluations) {
    return with(spec.withPatience(evaluations));
  }

  /** Tells somebody how it goes on. */
  public Training listener(TrainingListener one) {
    listener = one;
    return this;
  }

  /** Returns what was said so far. */
  public TrainingSpec spec() {
    return spec.withData(spec.data().withMemory(rows.isPresent(), tests.isPresent()));
  }

  private Training with(TrainingSpec other) {
    spec = other;
    return this;
  }

  /** Processes hand over the model in a file, which a full disk may prevent. */
  private static TrainingResult requireModel(TrainingResult result) throws IOException {
    if (result.model() == null) {
      throw new IOException("the training ended, but its model could not be written to a file");
    }
    return result;
  }

  /**
   * Trains, and returns what came of it.
   *
   * @throws IllegalArgumentException if something does not go together, or cannot be learned from
   * @throws io.papilio.learn.data.DataException if data cannot be read, or have no rows
   * @throws java.util.concurrent.CancellationException if the listener cancelled it
   */
  public TrainingResult run() {
    TrainingSpec described = spec();
    try {
      return described.place().launch() == Launch.THREADS
          ? ThreadTraining.run(described, TrainingData.of(described, rows, tests), listener)
          : requireModel(LocalTraining.run(described, listener));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while training", e);
    }
  }
}
