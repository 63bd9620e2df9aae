package io.papilio.cli;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.train.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A model, and data for it: features are made as when it was trained. */
final class ModelOptions {
  @Option(
      names = "--model-file",
      paramLabel = "M",
      required = true,
      description = "The model, as train has written it.")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "F",
      arity = "1..*",
      required = true,
      description = "Files, folders or globs, or - for the standard input.")
  private List<String> inputs;

  @Mixin private DataOptions data;

  LinearModel model() throws IOException {
    return ModelFile.read(file);
  }

  DataReader.Loaded read(LinearModel model) throws InterruptedException {
    return DataReader.read(inputs, data.with(model.features()));
  }
}
