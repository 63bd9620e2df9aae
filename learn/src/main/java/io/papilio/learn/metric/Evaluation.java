package io.papilio.learn.metric;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;

/**
 * A model being judged by rows. Each worker adds its own rows, and the metrics are those of all
 * rows together. For one thread.
 */
public interface Evaluation {
  /** Adds a row, with a label as the model has learned it. */
  void add(SparseRows rows, int row);

  /** Adds all rows of a block. */
  default void add(SparseRows rows) {
    for (int row = 0; row < rows.size(); row++) {
      add(rows, row);
    }
  }

  /** Returns the metrics of the rows of all workers, who call it together. */
  MetricValues metrics(Communicator comm);
}
