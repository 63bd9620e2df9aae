package io.papilio.cli;

import io.papilio.learn.linear.Model;
import io.papilio.learn.train.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A model that was trained before. */
final class ModelFileOption {
  @Option(
      names = "--model-file",
      paramLabel = "M",
      required = true,
      description = "The model, as train has written it.")
  private Path file;

  Model read() throws IOException {
    return ModelFile.read(file);
  }
}
