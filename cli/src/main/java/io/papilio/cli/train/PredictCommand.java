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
      "Print a model's predictions: one line for each example, in the order of the examples.",
      "",
      "Examples need no labels; labels that are there are ignored. Only a few examples are in"
          + " memory at a time, however many there are.",
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
      paramLabel = "WHAT",
      description =
          "What to print. Linear models and softmax: label (the default), probability or margin;"
              + " linear models print that of the positive label, softmax one per label, in their"
              + " order. dml: projection. sparse-coding: code, as ATOM:VALUE without zeros,"
              + " where the first atom is 1.")
  private String answer;

  @Option(
      names = "--out",
      paramLabel = "F",
      description = "File to write; it appears when it is complete (default: standard output).")
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
    Report report = options.stream(model, false, rows -> write(model, print, rows, to));
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
