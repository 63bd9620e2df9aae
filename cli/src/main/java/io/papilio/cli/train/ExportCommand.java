package io.papilio.cli.train;

import io.papilio.cli.terminal.HelpOption;
import io.papilio.learn.data.WholeFile;
import io.papilio.learn.model.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code papilio export}: a model for other programs. */
@Command(
    name = "export",
    description = {"Write a model as text or as a picture, for other programs or for people.", ""},
    footer = {
      "",
      "Example:",
      "  papilio export --model-file model.papilio --format liblinear --out model.liblinear",
      "  papilio export --model-file atoms.papilio --format png --out atoms.png"
    })
public final class ExportCommand implements Callable<Integer> {
  @Mixin private HelpOption help;

  @Mixin private ModelFileOption file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description =
          "liblinear or vw, for linear models; text: the largest weights first, or a line for each"
              + " column of a matrix; png: the atoms of sparse coding as grey squares.")
  private ExportFormat format;

  @Option(names = "--out", paramLabel = "F", required = true, description = "The file to write.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    Model model = file.read();
    try (WholeFile whole = new WholeFile(out)) {
      format.write(model, whole.path());
      whole.keep();
    }
    return 0;
  }
}
