package io.papilio.learn.model;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.read.DataReader;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.setting.Settings;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What comes of a training. It predicts, judges itself, knows its features and writes itself.
 *
 * <pre>{@code
 * Model model = Model.load(folder.resolve("model.papilio"));
 * return model.probability(Row.of("age", 37, "height", 1.8));
 * }</pre>
 *
 * <p>Models do not change, and any number of threads may ask one at the same time.
 */
public interface Model {
  /** What {@link #predict} is asked for where a model has labels. */
  String LABEL = "label";

  /** What {@link #predict} is asked for where a model has probabilities. */
  String PROBABILITY = "probability";

  /** What {@link #predict} is asked for where a model has margins. */
  String MARGIN = "margin";

  /** Returns all there is to know of it. */
  Learned learned();

  /** Returns how many features it knows; others count as zero. */
  int size();

  /** Returns what it can be asked for; the first is what most want to know. */
  List<String> outputs();

  /** Returns what it says of a row. */
  double[] predict(String output, SparseRows rows, int row);

  /** Returns the same rows with labels as it has learned them. */
  SparseRows labelled(SparseRows rows);

  /** Returns an evaluation without rows, by metrics that take no longer than predictions do. */
  Evaluation evaluation();

  /**
   * Returns an evaluation without rows, by all metrics there are.
   *
   * @param reference labelled examples to compare with; may be empty
   */
  default Evaluation evaluation(Settings settings, Shard reference) {
    return evaluation();
  }

  /** Writes it as text for people, the weights that matter most first where there is an order. */
  void describe(Writer out) throws IOException;

  static Model load(Path file) throws IOException {
    return ModelFile.read(file);
  }

  /** Writes it to a file, whole or not at all. */
  default void save(Path file) throws IOException {
    ModelFile.write(this, file);
  }

  /** Returns its weights, which are not to be changed. */
  default float[] weights() {
    return learned().weights();
  }

  /** Returns how features were made of what was read. */
  default Features features() {
    return learned().features();
  }

  /** Returns what it says of a row, as text: numbers with spaces between. */
  default String text(String output, SparseRows rows, int row) {
    StringBuilder text = new StringBuilder();
    for (double value : predict(output, rows, row)) {
      text.append(text.isEmpty() ? "" : " ");
      boolean isWhole = output.equals(LABEL) && value == Math.rint(value) && value < 1e15;
      text.append(isWhole ? Long.toString((long) value) : Double.toString(value));
    }
    return text.toString();
  }

  /** Returns what it says of a row: the label, or the number for a regression. */
  default double predict(Row row) {
    return predict(List.of(row))[0];
  }

  /** Returns what it says of each row: the label, or the number for a regression. */
  default double[] predict(List<Row> rows) {
    return predict(outputs().get(0), rows).stream().mapToDouble(said -> said[0]).toArray();
  }

  /** Returns what it says of a row, such as the margin of each class. */
  default double[] predict(String output, Row row) {
    return predict(output, List.of(row)).get(0);
  }

  /** Returns what it says of each row, such as the margin of each class. */
  default List<double[]> predict(String output, List<Row> rows) {
    requireOutput(output);
    SparseRows block = Row.block(rows, this);
    return IntStream.range(0, block.size()).mapToObj(i -> predict(output, block, i)).toList();
  }

  /** Returns how probable the positive, or only, label is; of models that give probabilities. */
  default double probability(Row row) {
    double[] all = predict(PROBABILITY, row);
    return all[all.length - 1];
  }

  /**
   * Returns its metrics on the labelled rows of files, folders or globs; only a few rows are in
   * memory at a time.
   *
   * @throws io.papilio.learn.data.DataException if they cannot be read, or have no rows
   * @throws IllegalArgumentException if they have other features or labels than it has learned
   */
  default MetricValues evaluate(String... files) throws InterruptedException {
    Evaluation evaluation = evaluation();
    ReaderOptions options =
        ReaderOptions.of(Runtime.getRuntime().availableProcessors()).with(features().learned());
    Report report =
        DataReader.stream(List.of(files), options, rows -> evaluation.add(labelled(rows)));
    requireFeatures(report.features());
    return evaluation.metrics();
  }

  /** Returns its metrics on labelled rows, whose features have the indices that it has learned. */
  default MetricValues evaluateRows(List<? extends RowBlock> blocks) {
    Evaluation evaluation = evaluation();
    blocks.forEach(block -> evaluation.add(labelled(block.rows())));
    return evaluation.metrics();
  }

  /** Returns its metrics on examples. */
  default MetricValues evaluateExamples(Iterable<Example> examples) {
    List<Example> all = new ArrayList<>();
    examples.forEach(all::add);
    return evaluateRows(new Examples(all, features()).read(0, 1).blocks());
  }

  /** Refuses rows whose features are others than those that it has learned. */
  default void requireFeatures(Features read) {
    if (!read.agreesWith(features().learned())) {
      throw new IllegalArgumentException(
          "the model has learned from %s, and these data have %s: they do not go together"
              .formatted(features().kind(), read.kind()));
    }
  }

  /**
   * Returns an output that it can be asked for.
   *
   * @throws IllegalArgumentException if it has none of that name
   */
  default String requireOutput(String output) {
    if (!outputs().contains(output)) {
      throw new IllegalArgumentException(
          "%s has no %s; it has: %s".formatted(this, output, String.join(", ", outputs())));
    }
    return output;
  }
}
