package io.papilio.spark.ml;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Model;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.train.Goal;
import java.io.Serializable;

/**
 * What is to be trained and how, on its way to the workers. All it knows of the rows is their
 * census: what follows from that is the same on all workers and the driver.
 */
interface Plan extends Serializable {
  /** In a few words, for people. */
  String title();

  /** How many different labels are of interest. */
  int mostLabels();

  /**
   * Before anything else is asked.
   *
   * @throws IllegalArgumentException if such rows cannot be learned from
   */
  void check(Census census);

  /** The same rows with labels as the goal wants them. */
  SparseRows labelled(Census census, SparseRows rows);

  /** For one worker. */
  Goal goal(Census census);

  /** For a worker with links like this, and so many threads. */
  Optimizer optimizer(Census census, LinkModel link, int threads);

  Model model(Census census, float[] weights);
}
