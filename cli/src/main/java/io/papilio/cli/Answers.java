package io.papilio.cli;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Model;
import io.papilio.learn.matrix.MatrixModel;
import java.util.Optional;

/** What a model says of an example, as a line of text; for one thread. */
@FunctionalInterface
interface Answers {
  String of(SparseRows rows, int row);

  /** What may be asked for, named as on the command line. */
  enum Kind {
    LABEL,
    PROBABILITY,
    MARGIN,
    PROJECTION,
    CODE
  }

  /** Of this kind, or of the one that the model is for. */
  static Answers by(Model model, Optional<Kind> wanted) {
    if (model instanceof MatrixModel matrix) {
      return MatrixAnswers.by(matrix, wanted);
    }
    LinearModel linear = (LinearModel) model;
    return switch (wanted.orElse(Kind.LABEL)) {
      case LABEL -> (rows, row) -> number(linear.label(linear.margin(rows, row)));
      case MARGIN -> (rows, row) -> Double.toString(linear.margin(rows, row));
      case PROBABILITY -> {
        if (linear.loss() != Loss.LOGISTIC) {
          throw new IllegalArgumentException(
              "only models of logistic loss give probabilities; see --print margin");
        }
        yield (rows, row) -> Double.toString(LinearModel.probability(linear.margin(rows, row)));
      }
      default -> throw refusal(wanted.get(), "a linear model", "label, probability or margin");
    };
  }

  static IllegalArgumentException refusal(Kind kind, String model, String known) {
    return new IllegalArgumentException(
        "%s has no %s to print: see --print %s".formatted(model, Names.of(kind), known));
  }

  /** Whole numbers without decimals, as labels mostly are. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
