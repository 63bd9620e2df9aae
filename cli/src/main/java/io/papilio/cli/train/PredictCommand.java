package io.papilio.cli.train;

import io.papilio.cli.terminal.HelpOption;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.WholeFile;
import io.papilio.learn.model.Model;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio predict}: what a model says about examples. */
@Command(
    name = "predict",
    description = {
      "Print what a model says, a line for each example, in their order.",
      "",
      "Examples need no labels; those that have some are answered just the same. However many there"
          + " are, only a few are in memory at a time.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio predict --model-file model.papilio --data test.svm",
      "  papilio predict --model-file model.papilio --data test.svm --print probability --out p.txt"
    })
public final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Mixin private ModelOptions options;

  @Option(
      names = "--print",
      description =
          "Of linear models and softmax: label (the default), probability or margin. "
              + "Those of linear models are of the positive label; softmax prints one for each "
              + "label, from the smallest label to the largest, with spaces between. Of dml: "
              + "projection, numbers with spaces between. Of sparse-coding: code, as "
              + "ATOM:VALUE, atoms numbered from 1, without zeros.")
  private String answer;

  @Option(
      names = "--out",
      paramLabel = "F",
      description = "The file, which is there whole or not at all (default: standard output).")
  private Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Model model = options.model();
    String print = model.requireOutput(answer == null ? model.outputs().get(0) : answer);
    try {
      predict(model, print);
    } catch (UncheckedIOException e) {
      if (out != null) {
        String why = e.getCause().getMessage();
        throw new IllegalStateException("cannot write %s: %s".formatted(out, why), e);
      } // else whoever gave the standard output knows why it takes no more
    }
    return 0;
  }

  private void predict(Model model, String print) throws IOException, InterruptedException {
    if (out == null) {
      predict(model, print, command.commandLine().getOut());
      return;
    }
    try (WholeFile whole = new WholeFile(out)) {
      try (Writer file = Files.newBufferedWriter(whole.path())) {
        predict(model, print, file);
      }
      whole.keep();
    }
  }

  private void predict(Model model, String print, Writer to) throws InterruptedException {
    Report report = options.stream(model, rows -> write(model, print, rows, to));
    if (report.badLines() > 0) {
      String text = "warning: %d lines have no answer; the first: %s";
      command
          .commandLine()
          .getErr()
          .println(text.formatted(report.badLines(), report.firstBadLine()));
    }
  }

  private static void write(Model model, String print, SparseRows rows, Writer to) {
    StringBuilder lines = new StringBuilder();
    for (int row = 0; row < rows.size(); row++) {
      lines.append(model.text(print, rows, row)).append('\n');
    }
    try {
      to.append(lines);
      to.flush();
      if (to instanceof PrintWriter out && out.checkError()) {
        throw new IOException("the standard output takes no more");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
