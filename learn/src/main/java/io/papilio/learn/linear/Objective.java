package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.learn.optimize.Smooth;
import io.papilio.learn.optimize.SmoothFunction;
import io.papilio.runtime.communicator.Communicator;

/** Σ weight · loss + l2/2 ‖w‖² + l1 ‖w‖₁; the bias is in neither norm. */
public record Objective(Loss loss, double l2, double l1) implements Smooth {
  public Objective {
    if (!(l2 >= 0 && l2 < Double.POSITIVE_INFINITY && l1 >= 0 && l1 < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "l2 and l1 must be finite and not negative, but l2 is %s and l1 is %s".formatted(l2, l1));
    }
  }

  /** Throws for optimizers that cannot minimise with l1. */
  void requireNoL1(String optimizer) {
    if (l1 != 0) {
      throw new IllegalArgumentException(
          "%s cannot minimise with l1 = %s: use hybrid, lbfgs or online".formatted(optimizer, l1));
    }
  }

  @Override
  public SmoothFunction function(Communicator comm, Shard shard, float[] weights) {
    return new LinearFunction(comm, shard, this, weights);
  }
}
