package io.papilio.learn.model;

import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Problem;
import io.papilio.runtime.communicator.Communicator;
import java.util.List;

/** What there is to learn from certain rows. Workers of a process may share it. */
public interface Learnable {
  /** Returns the same rows with labels as the model wants them. */
  SparseRows labelled(SparseRows rows);

  /** Returns what a worker learns from: mostly the examples as they are. */
  default List<RowBlock> lessons(List<RowBlock> examples, int worker, int workers) {
    return examples;
  }

  /**
   * Returns what the loss of a curve is measured on: mostly the examples as they are. All workers
   * call it together.
   *
   * @param examples of this worker, labelled
   */
  default List<RowBlock> judged(Communicator comm, List<RowBlock> examples) {
    return examples;
  }

  /** Returns how many rows show well enough how a training goes. */
  default int mostJudged() {
    return 10_000;
  }

  /** Returns the weights to begin with, for one worker. */
  float[] start();

  /** Returns what is to be minimised, for one worker. */
  Problem problem();

  /** Returns the model of some weights. */
  Model model(float[] weights);
}
