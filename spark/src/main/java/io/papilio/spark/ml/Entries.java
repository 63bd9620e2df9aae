package io.papilio.spark.ml;

import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;

/** Hears of the entries of a vector, one by one. */
@FunctionalInterface
interface Entries {
  void add(int index, double value);

  /** Those that a vector has, be it sparse or dense. */
  static void of(Vector vector, Entries listener) {
    if (vector instanceof SparseVector sparse) {
      int[] indices = sparse.indices();
      double[] values = sparse.values();
      for (int i = 0; i < indices.length; i++) {
        listener.add(indices[i], values[i]);
      }
    } else {
      double[] values = ((DenseVector) vector).values();
      for (int i = 0; i < values.length; i++) {
        listener.add(i, values[i]);
      }
    }
  }
}
