package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Smooth;
import io.papilio.learn.optimize.SmoothFunction;
import io.papilio.runtime.communicator.Communicator;

/** The problem of {@link Softmax}, of which more is known than of other matrices. */
public final class SoftmaxProblem extends FactorProblem implements Smooth {
  public SoftmaxProblem(int classes, int features, double l2) {
    super(() -> new Softmax(classes, features, l2));
  }

  @Override
  public Softmax model() {
    return (Softmax) super.model();
  }

  @Override
  public int margins() {
    return model().rows();
  }

  @Override
  public SmoothFunction function(Communicator comm, Shard shard, float[] weights) {
    return new SoftmaxFunction(comm, shard, model(), weights);
  }
}
