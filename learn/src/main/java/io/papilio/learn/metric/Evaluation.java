package io.papilio.learn.metric;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A model being judged by rows. Each worker adds its own rows, and the metrics are those of all
 * rows together. For one thread.
 */
public interface Evaluation {
  void add(SparseRows rows, int row);

  default void add(SparseRows rows) {
    for (int row = 0; row < rows.size(); row++) {
      add(rows, row);
    }
  }

  /** Returns the metrics of the rows of all workers, who call it together. */
  MetricValues metrics(Communicator comm);

  /** Returns the metrics of the rows that were added here, if there are no other workers. */
  default MetricValues metrics() {
    AtomicReference<MetricValues> metrics = new AtomicReference<>();
    LocalCluster.run(1, comm -> metrics.set(metrics(comm)));
    return metrics.get();
  }

  /** Returns what people should know of the {@link #metrics}, when they are there. */
  default Optional<String> note() {
    return Optional.empty();
  }
}
