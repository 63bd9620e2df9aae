package io.papilio.cli.train;

import io.papilio.cli.data.ReadOptions;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.read.DataReader;
import io.papilio.learn.model.Model;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A model, and data for it: features are made as when it was trained. */
final class ModelOptions {
  @Mixin private ModelFileOption file;

  @Option(
      names = "--data",
      paramLabel = "F",
      arity = "1..*",
      required = true,
      description = "Files, folders or globs, or - for the standard input.")
  private List<String> inputs;

  @Mixin private ReadOptions data;

  Model model() throws IOException {
    return file.read();
  }

  /** Reads the data block by block; labels may be missing where they are not needed. */
  Report stream(Model model, boolean needsLabels, Consumer<SparseRows> sink)
      throws InterruptedException {
    return stream(inputs, model, needsLabels, sink);
  }

  /** Reads other files in the same way. */
  Report stream(List<String> files, Model model, boolean needsLabels, Consumer<SparseRows> sink)
      throws InterruptedException {
    ReaderOptions how = data.with(model.features().learned());
    Report report = DataReader.stream(files, needsLabels ? how : how.withoutLabels(), sink);
    model.requireFeatures(report.features());
    return report;
  }
}
