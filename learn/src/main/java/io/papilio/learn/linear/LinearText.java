package io.papilio.learn.linear;

import io.papilio.learn.model.Model;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** Linear models as text, for other programs. */
public enum LinearText {
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
  };

  /**
   * Writes all of it.
   *
   * @throws IllegalArgumentException if those who read this format know no such models
   */
  public void write(Model model, Writer out) throws IOException {
    if (!(model instanceof LinearModel linear)) {
      throw new IllegalArgumentException(
          "%s is for linear models, this is %s: use text"
              .formatted(name().toLowerCase(Locale.ROOT), model));
    }
    write(linear, out);
  }

  abstract void write(LinearModel model, Writer out) throws IOException;

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
