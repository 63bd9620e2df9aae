package io.papilio.learn.train;

import io.papilio.learn.linear.LinearModel;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Models as text, for other programs and for people. */
public enum ModelText {
  /**
   * LIBLINEAR's: a header, then a weight a line, the bias last. The first label is that of positive
   * margins.
   */
  LIBLINEAR {
    @Override
    public void write(LinearModel model, Writer out) throws IOException {
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
    public void write(LinearModel model, Writer out) throws IOException {
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
    public void write(LinearModel model, Writer out) throws IOException {
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

  /** Writes all of it. */
  public abstract void write(LinearModel model, Writer out) throws IOException;

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
