package io.papilio.cli;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.WholeFile;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
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
final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Mixin private ModelOptions options;

  @Option(
      names = "--print",
      defaultValue = "label",
      description = "label, probability (of the positive label) or margin (default: label).")
  private Answer answer;

  @Option(
      names = "--out",
      paramLabel = "F",
      description = "The file, which is there whole or not at all (default: standard output).")
  private Path out;

  /** What is printed, named as on the command line. */
  enum Answer {
    LABEL,
    PROBABILITY,
    MARGIN
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LinearModel model = options.model();
    if (answer == Answer.PROBABILITY && model.loss() != Loss.LOGISTIC) {
      throw new IllegalArgumentException(
          "only models of logistic loss give probabilities; see --print margin");
    }
    try {
      predict(model);
    } catch (UncheckedIOException e) {
      if (out != null) {
        String why = e.getCause().getMessage();
        throw new IllegalStateException("cannot write %s: %s".formatted(out, why), e);
      } // else whoever gave the standard output knows why it takes no more
    }
    return 0;
  }

  private void predict(LinearModel model) throws IOException, InterruptedException {
    if (out == null) {
      predict(model, command.commandLine().getOut());
      return;
    }
    try (WholeFile whole = new WholeFile(out)) {
      try (Writer file = Files.newBufferedWriter(whole.path())) {
        predict(model, file);
      }
      whole.keep();
    }
  }

  private void predict(LinearModel model, Writer to) throws InterruptedException {
    DataReader.Report report = options.stream(model, rows -> write(model, rows, to));
    if (report.badLines() > 0) {
      String text = "warning: %d lines have no answer; the first: %s";
      command
          .commandLine()
          .getErr()
          .println(text.formatted(report.badLines(), report.firstBadLine()));
    }
  }

  private void write(LinearModel model, SparseRows rows, Writer to) {
    StringBuilder lines = new StringBuilder();
    for (int row = 0; row < rows.size(); row++) {
      lines.append(text(model, model.margin(rows, row))).append('\n');
    }
    try {
      to.append(lines);
      to.flush();
      if (to instanceof PrintWriter print && print.checkError()) {
        throw new IOException("the standard output takes no more");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text(LinearModel model, double margin) {
    return switch (answer) {
      case LABEL -> number(model.label(margin));
      case PROBABILITY -> Double.toString(LinearModel.probability(margin));
      case MARGIN -> Double.toString(margin);
    };
  }

  /** Whole numbers without decimals, as labels mostly are. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
