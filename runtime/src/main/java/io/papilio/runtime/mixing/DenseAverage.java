package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** Whole weight vectors, averaged by their shares; sums are kept in double precision. */
public final class DenseAverage implements Payload {
  private final float[] weights;
  private final double[] sums;

  /** The weights are the caller's own array: read when sent, overwritten by the average. */
  public DenseAverage(float[] weights) {
    this.weights = weights;
    this.sums = new double[weights.length];
  }

  @Override
  public ElementType type() {
    return ElementType.FLOAT;
  }

  @Override
  public int length() {
    return weights.length;
  }

  @Override
  public int encode(Slice into) {
    Slice.of(weights).copyTo(into);
    return weights.length;
  }

  @Override
  public void begin(double ownShare) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = ownShare * weights[i];
    }
  }

  @Override
  public void combine(Slice received, double share) {
    float[] values = received.floats();
    int offset = received.offset();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += share * values[offset + i];
    }
  }

  @Override
  public void end() {
    for (int i = 0; i < sums.length; i++) {
      weights[i] = (float) sums[i];
    }
  }
}
