package io.papilio.learn.linear;

/** The losses of a margin; labels are −1 and +1, for SQUARED any number. */
public enum Loss implements MarginLoss {
  /** log(1 + exp(−y m)). */
  LOGISTIC {
    @Override
    public double value(double margin, double y) {
      double z = y * margin;
      return Math.max(-z, 0) + log1p(Math.exp(-Math.abs(z)));
    }

    @Override
    public double slope(double margin, double y) {
      return -y / (1 + Math.exp(y * margin));
    }

    @Override
    public double valueAndSlope(double margin, double y, double[] slope) {
      double z = y * margin;
      double small = Math.exp(-Math.abs(z));
      slope[0] = -y * (z > 0 ? small : 1) / (1 + small);
      return Math.max(-z, 0) + log1p(small);
    }

    @Override
    public double curvature(double margin, double y) {
      double p = 1 / (1 + Math.exp(-margin));
      return p * (1 - p);
    }
  },

  /** max(0, 1 − y m). */
  HINGE {
    @Override
    public double value(double margin, double y) {
      return Math.max(0, 1 - y * margin);
    }

    @Override
    public double slope(double margin, double y) {
      return y * margin < 1 ? -y : 0;
    }

    @Override
    public double curvature(double margin, double y) {
      return 0;
    }
  },

  /** max(0, 1 − y m)². */
  SQUARED_HINGE {
    @Override
    public double value(double margin, double y) {
      double missing = Math.max(0, 1 - y * margin);
      return missing * missing;
    }

    @Override
    public double slope(double margin, double y) {
      return -2 * y * Math.max(0, 1 - y * margin);
    }

    @Override
    public double curvature(double margin, double y) {
      return y * margin < 1 ? 2 : 0;
    }
  },

  /** (m − y)² / 2. */
  SQUARED {
    @Override
    public double value(double margin, double y) {
      return (margin - y) * (margin - y) / 2;
    }

    @Override
    public double slope(double margin, double y) {
      return margin - y;
    }

    @Override
    public double curvature(double margin, double y) {
      return 1;
    }
  };

  /**
   * Returns log(1 + x) for x from 0 to 1. The logarithm of the JVM is several times as fast as that
   * of the library; what 1 + x lost is added.
   */
  private static double log1p(double x) {
    double sum = 1 + x;
    return Math.log(sum) + (x - (sum - 1)) / sum;
  }

  /** Returns whether labels are two classes. */
  public boolean isTwoClass() {
    return this != SQUARED;
  }
}
