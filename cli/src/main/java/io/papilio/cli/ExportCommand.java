package io.papilio.cli;

import io.papilio.learn.data.WholeFile;
import io.papilio.learn.linear.Model;
import io.papilio.learn.train.ModelText;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code papilio export}: a model for other programs. */
@Command(
    name = "export",
    description = {"Write a model as text, for other programs or for people.", ""},
    footer = {
      "",
      "Example:",
      "  papilio export --model-file model.papilio --format liblinear --out model.liblinear"
    })
final class ExportCommand implements Callable<Integer> {
  @Mixin private HelpOption help;

  @Mixin private ModelFileOption file;

  @Option(
      names = "--format",
      required = true,
      description = {
        "liblinear (liblinear-predict reads it) or vw, for linear models; or text: heaviest first,",
        "or a line for each column of a matrix."
      })
  private ModelText format;

  @Option(names = "--out", paramLabel = "F", required = true, description = "Where to.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    Model model = file.read();
    try (WholeFile whole = new WholeFile(out)) {
      try (Writer writer = Files.newBufferedWriter(whole.path())) {
        format.write(model, writer);
      }
      whole.keep();
    }
    return 0;
  }
}
