package io.papilio.learn.matrix;

/** The matrix models there are: what J rows by D columns, and one number, mean to each. */
public enum MatrixKind {
  /** J classes, a column for each feature and one for the bias; l2. */
  SOFTMAX {
    @Override
    public FactorModel model(int rows, int columns, double strength) {
      return new Softmax(rows, columns - 1, strength);
    }
  },

  /** J dimensions, a column for each feature; how much dissimilar pairs count. */
  DML {
    @Override
    public FactorModel model(int rows, int columns, double strength) {
      return new MetricLearning(rows, columns, strength);
    }
  },

  /** J features, a column for each atom; l1 of the codes. */
  SPARSE_CODING {
    @Override
    public FactorModel model(int rows, int columns, double strength) {
      return new SparseCoding(rows, columns, strength);
    }
  };

  /** One of this kind, for one thread. */
  public abstract FactorModel model(int rows, int columns, double strength);

  /** Whether labels mean anything to it. */
  public boolean hasClasses() {
    return this != SPARSE_CODING;
  }
}
