package io.papilio.cli.train;

import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFile;
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
