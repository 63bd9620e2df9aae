package io.papilio.cli.train;

import io.papilio.cli.data.ReadOptions;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
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

  Source.Loaded read(Model model) throws InterruptedException {
    return read(inputs, model);
  }

  /** Other files, read in the same way. */
  Source.Loaded read(List<String> files, Model model) throws InterruptedException {
    Source.Loaded loaded = DataReader.read(files, data.with(model.features().learned()));
    model.requireFeatures(loaded.features());
    return loaded;
  }

  /** Block by block, with or without labels. */
  Report stream(Model model, Consumer<SparseRows> sink) throws InterruptedException {
    Report report =
        DataReader.stream(inputs, data.with(model.features().learned()).withoutLabels(), sink);
    model.requireFeatures(report.features());
    return report;
  }
}
