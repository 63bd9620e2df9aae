package io.papilio.learn.linear;

/** The losses of a margin; labels are −1 and +1, for SQUARED any number. */
public enum Loss implements MarginLoss {
  /** log(1 + exp(−y m)). */
  LOGISTIC {
    @Override
    public double value(double margin, double y) {
      double z = y * margin;
      return z > 0 ? Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z)) - z;
    }

    @Override
    public double slope(double margin, double y) {
      return -y / (1 + Math.exp(y * margin));
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

  /** Returns whether labels are two classes. */
  public boolean isTwoClass() {
    return this != SQUARED;
  }
}
