package io.papilio.learn.train;

import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Model;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Models as text, for other programs and for people. */
public enum ModelText {
  /**
   * LIBLINEAR's: a header, then a weight a line, the bias last. The first label is that of positive
   * margins.
   */
  LIBLINEAR {
    @Override
    void write(LinearModel model, Writer out) throws IOException {
      out.write("solver_type " + solver(model) + "\nnr_class 2\n");
      if (model.loss().isTwoClass()) {
        out.write("label %s %s\n".formatted(integer(model.positive()), integer(model.negative())));
      }
      out.write("nr_feature " + model.size() + "\nbias 1\nw\n");
      for (float weight : model.weights()) {
        out.write(weight + "\n");
      }
    }
  },

  /** As Vowpal Wabbit's readable models: a line for each feature whose weight is not zero. */
  VW {
    @Override
    void write(LinearModel model, Writer out) throws IOException {
      out.write("Min label:%s\nMax label:%s\n".formatted(model.negative(), model.positive()));
      out.write("bits:" + model.features().bits() + "\n:0\n");
      for (int i = 0; i < model.size(); i++) {
        if (model.weights()[i] != 0) {
          out.write(i + ":" + model.weights()[i] + "\n");
        }
      }
      out.write("Constant:" + model.bias() + "\n");
    }
  },

  /** What weighs most comes first. Features are numbered from 1, as in LIBSVM's files. */
  TEXT {
    @Override
    void write(LinearModel model, Writer out) throws IOException {
      out.write("# %s\nbias\t%s\n".formatted(model, model.bias()));
      float[] weights = model.weights();
      int[] features =
          IntStream.range(0, model.size())
              .filter(i -> weights[i] != 0)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -Math.abs(weights[i])))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int feature : features) {
        out.write(feature + 1 + "\t" + weights[feature] + "\n");
      }
    }
  };

  /**
   * Writes all of it.
   *
   * @throws IllegalArgumentException if those who read this format know no such models
   */
  public void write(Model model, Writer out) throws IOException {
    if (model instanceof LinearModel linear) {
      write(linear, out);
    } else if (model instanceof MatrixModel matrix && this == TEXT) {
      write(matrix, out);
    } else {
      throw new IllegalArgumentException(
          "%s is for linear models, this is %s: use text"
              .formatted(name().toLowerCase(Locale.ROOT), model));
    }
  }

  abstract void write(LinearModel model, Writer out) throws IOException;

  /** A line for each column that is not all zero, numbered from 1. */
  private static void write(MatrixModel model, Writer out) throws IOException {
    MatrixModel.Shape shape = model.shape();
    out.write("# %s; a line is a %s\n".formatted(model, column(shape)));
    if (model.classes().isPresent() && shape.kind() == MatrixKind.SOFTMAX) {
      out.write("label" + joined(model.classes().get().labels().stream()) + "\n");
    }
    for (int column = 0; column < shape.columns(); column++) {
      int from = column * shape.rows();
      float[] values = Arrays.copyOfRange(model.weights(), from, from + shape.rows());
      boolean bias = shape.kind() == MatrixKind.SOFTMAX && column == shape.columns() - 1;
      if (bias || !Arrays.equals(values, new float[values.length])) {
        String name = bias ? "bias" : String.valueOf(column + 1);
        out.write(name + joined(IntStream.range(0, values.length).mapToObj(i -> values[i])) + "\n");
      }
    }
  }

  private static String column(MatrixModel.Shape shape) {
    return switch (shape.kind()) {
      case SOFTMAX -> "feature, with a weight for each label";
      case DML -> "feature, with a value for each dimension";
      case SPARSE_CODING -> "atom, with a value for each feature";
    };
  }

  private static String joined(Stream<? extends Number> values) {
    return values.map(value -> "\t" + value).collect(Collectors.joining());
  }

  private static String solver(LinearModel model) {
    return switch (model.loss()) {
      case LOGISTIC -> "L2R_LR";
      case HINGE -> "L2R_L1LOSS_SVC_DUAL";
      case SQUARED_HINGE -> "L2R_L2LOSS_SVC";
      case SQUARED -> "L2R_L2LOSS_SVR";
    };
  }

  private static String integer(float label) {
    if (label != Math.rint(label) || Math.abs(label) > 1e9) {
      throw new IllegalArgumentException("LIBLINEAR's labels are whole numbers, not " + label);
    }
    return String.format(Locale.ROOT, "%d", (long) label);
  }
}
