package io.papilio.cli;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Model;
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

  @Mixin private DataOptions data;

  Model model() throws IOException {
    return file.read();
  }

  DataReader.Loaded read(Model model) throws InterruptedException {
    return read(inputs, model);
  }

  /** Other files, read in the same way. */
  DataReader.Loaded read(List<String> files, Model model) throws InterruptedException {
    return DataReader.read(files, data.with(model.features()));
  }

  /** Block by block, with or without labels. */
  DataReader.Report stream(Model model, Consumer<SparseRows> sink) throws InterruptedException {
    return DataReader.stream(inputs, data.with(model.features()).withoutLabels(), sink);
  }
}
