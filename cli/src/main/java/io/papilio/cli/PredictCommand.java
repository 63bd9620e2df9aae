package io.papilio.cli;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio predict}: what a model says about examples. */
@Command(
    name = "predict",
    description = {"Print what a model says, a line for each example.", ""},
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

  @Option(names = "--out", paramLabel = "F", description = "Where to (default: standard output).")
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
    if (out == null) {
      print(model, command.commandLine().getOut());
    } else {
      try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(out))) {
        print(model, file);
        if (file.checkError()) {
          throw new IOException("cannot write " + out);
        }
      }
    }
    return 0;
  }

  private void print(LinearModel model, PrintWriter lines) throws InterruptedException {
    for (SparseRows block : options.read(model).blocks()) {
      for (int row = 0; row < block.size(); row++) {
        lines.println(text(model, model.margin(block, row)));
      }
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
        ? String.format(Locale.ROOT, "%d", (long) value)
        : Double.toString(value);
  }
}
