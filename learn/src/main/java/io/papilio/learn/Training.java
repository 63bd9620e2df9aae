package io.papilio.learn;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataReader.BadLines;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.OutputSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.ProcessTraining;
import io.papilio.learn.job.SyncSpec;
import io.papilio.learn.job.ThreadTraining;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Example;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.cluster.Invitation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A training that is being described; {@link #run} does it. What is not said has a default. Not for
 * several threads at once.
 *
 * <pre>{@code
 * TrainingResult result =
 *     Papilio.train("softmax").data("digits.svm").workers(4).set("l2", 0.1).run();
 * }</pre>
 */
public final class Training {
  private final String model;
  private Settings settings;
  private String optimizer = TrainingSpec.AUTO;
  private DataSpec data = DataSpec.MADE_UP;
  private SyncSpec sync = SyncSpec.AUTO;
  private PlaceSpec place = PlaceSpec.THREADS;
  private OutputSpec output = OutputSpec.NONE;
  private long seed = 1;
  private int patience = 5;
  private List<SparseRows> rows = List.of();
  private List<SparseRows> testRows = List.of();
  private Features features = Features.plain();
  private TrainingListener listener = TrainingListener.NONE;

  Training(ModelChoice model) {
    this.model = model.family();
    this.settings = model.settings();
  }

  /** Learns from files, folders or globs, in any format that Papilio reads. */
  public Training data(String... inputs) {
    return data(data.withInputs(List.of(inputs)));
  }

  /** Judges by files, folders or globs. */
  public Training test(String... inputs) {
    return data(data.withTests(List.of(inputs)));
  }

  /** Learns from data that are described completely. */
  public Training data(DataSpec spec) {
    data = spec;
    return this;
  }

  /** Hashes features to 2^bits. */
  public Training bits(int bits) {
    return data(data.withBits(bits));
  }

  /** Keeps back a share of the examples, and stops when their loss has ceased to fall. */
  public Training holdOut(double share) {
    return data(data.withHoldOut(share));
  }

  /** Counts lines that are not rows, in place of failing at the first. */
  public Training skipBadLines() {
    return data(data.withBadLines(BadLines.SKIP));
  }

  /** Learns from rows in memory, which the training does not copy. */
  public Training rows(List<SparseRows> blocks) {
    rows = List.copyOf(blocks);
    return this;
  }

  /** Judges by rows in memory. */
  public Training testRows(List<SparseRows> blocks) {
    testRows = List.copyOf(blocks);
    return this;
  }

  /** Learns from examples with named or indexed values. */
  public Training examples(Iterable<Example> examples) {
    List<Example> all = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Example example : examples) {
      example.row().names().forEach(names::add);
      all.add(example);
    }
    features =
        names.isEmpty()
            ? Features.plain()
            : Features.plain().with(new Columns("label", List.copyOf(names)));
    return rows(List.of(block(all)));
  }

  /** Learns from a stream of examples, which is read to its end. */
  public Training examples(Stream<Example> examples) {
    return examples(examples.toList());
  }

  /** Judges by examples; to be called after {@link #examples}, whose names count. */
  public Training testExamples(Iterable<Example> examples) {
    List<Example> all = new ArrayList<>();
    examples.forEach(all::add);
    return testRows(List.of(block(all)));
  }

  private SparseRows block(List<Example> examples) {
    RowsBuilder builder = new RowsBuilder();
    examples.forEach(example -> example.row().addTo(builder, features, (float) example.label()));
    return builder.build();
  }

  /** Names the optimizer, such as {@code lbfgs}. */
  public Training optimizer(String name) {
    optimizer = name;
    return this;
  }

  /** Tells the model or the optimizer something, such as {@code epochs}. */
  public Training set(String name, Object value) {
    settings = settings.with(name, value);
    return this;
  }

  /** Names the strategy by which workers keep together, such as {@code butterfly}. */
  public Training sync(String strategy) {
    return sync(
        new SyncSpec(
            strategy, sync.consistency(), sync.paceMillis(), sync.straggler(), sync.slowdown()));
  }

  /** Says how far workers may drift apart: bsp, notify-ack, ssp:S or asp. */
  public Training consistency(String name) {
    return sync(
        new SyncSpec(sync.strategy(), name, sync.paceMillis(), sync.straggler(), sync.slowdown()));
  }

  /** Describes completely how workers keep together. */
  public Training sync(SyncSpec spec) {
    sync = spec;
    return this;
  }

  /** Sets the number of workers; as many as cores unless said. */
  public Training workers(int count) {
    return place(
        new PlaceSpec(
            place.launch(), count, place.threads(), place.onFailure(), place.calibrate()));
  }

  /** Trains on processes of this machine, not on threads. */
  public Training processes() {
    return place(
        new PlaceSpec(
            Launch.PROCESSES,
            place.workers(),
            place.threads(),
            place.onFailure(),
            place.calibrate()));
  }

  /** Says what happens when a worker is lost. */
  public Training onFailure(FailurePolicy policy) {
    return place(
        new PlaceSpec(place.launch(), place.workers(), place.threads(), policy, place.calibrate()));
  }

  /** Describes completely where it runs. */
  public Training place(PlaceSpec spec) {
    place = spec;
    return this;
  }

  /** Writes the model to a file, and checkpoints beside it. */
  public Training out(Path file) {
    return output(
        new OutputSpec(
            file.toString(), output.from(), output.checkpointSeconds(), output.resume()));
  }

  /** Begins with the weights of a model. */
  public Training from(Path file) {
    return output(
        new OutputSpec(
            output.model(), file.toString(), output.checkpointSeconds(), output.resume()));
  }

  /** Goes on from the checkpoint beside the model, if there is one. */
  public Training resume() {
    return output(new OutputSpec(output.model(), output.from(), output.checkpointSeconds(), true));
  }

  /** Describes its files completely. */
  public Training output(OutputSpec spec) {
    output = spec;
    return this;
  }

  /** Seeds all that is random; 1 unless said. */
  public Training seed(long value) {
    seed = value;
    return this;
  }

  /** Sets how many evaluations of held-out examples without a lower loss end the training. */
  public Training patience(int evaluations) {
    patience = evaluations;
    return this;
  }

  /** Tells somebody how it goes on. */
  public Training listener(TrainingListener one) {
    listener = one;
    return this;
  }

  /** Returns what was said so far. */
  public TrainingSpec spec() {
    return new TrainingSpec(model, optimizer, settings, data, sync, place, output, seed, patience);
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
   * @throws java.util.concurrent.CancellationException if the listener cancelled it
   */
  public TrainingResult run() {
    TrainingSpec spec = spec();
    try {
      spec.check();
      if (place.launch() == Launch.PROCESSES) {
        requireFiles();
        return requireModel(
            new ProcessTraining(spec, Invitation.local(), listener).run(System.err));
      }
      return rows.isEmpty()
          ? ThreadTraining.run(spec, listener)
          : ThreadTraining.run(spec, inMemory(), listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while training", e);
    }
  }

  private void requireFiles() {
    if (!rows.isEmpty()) {
      throw new IllegalArgumentException(
          "rows in memory are for threads: processes read files, so write the rows to one");
    }
  }

  private TrainingData inMemory() {
    return TrainingData.of(Source.rows(rows, features), Source.rows(testRows, features));
  }
}
