package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Smooth;
import io.papilio.learn.optimize.SmoothFunction;
import io.papilio.runtime.communicator.Communicator;

/** The problem of {@link Softmax}, of which more is known than of other matrices. */
public final class SoftmaxProblem extends FactorProblem implements Smooth {
  private final int classes;
  private final int features;
  private final double l2;

  /** Creates the problem of one worker. */
  public SoftmaxProblem(int classes, int features, double l2) {
    super(() -> new Softmax(classes, features, l2));
    this.classes = classes;
    this.features = features;
    this.l2 = l2;
  }

  /** Returns how many classes there are. */
  public int classes() {
    return classes;
  }

  /** Returns how many features there are; the matrix has one more column, the bias. */
  public int features() {
    return features;
  }

  /** Returns how much the squared norm counts. */
  public double l2() {
    return l2;
  }

  @Override
  public SmoothFunction function(Communicator comm, Shard shard, float[] weights) {
    return new Softmax(classes, features, l2).function(comm, shard, weights);
  }
}
