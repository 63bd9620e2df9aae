package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/**
 * Weight vectors averaged as {@link DenseAverage} does, to the bit; but zeros stay at home while
 * they are more than half. The first element says which it is.
 *
 * <pre>
 *   k entries, 2k &lt; n   |  k | index | value | index | value | ...    1 + 2k elements
 *   else                 | -1 | value | value | ...                    1 + n
 * </pre>
 *
 * Fewer bytes travel under bsp, notify-ack and ssp, where updates are queued. Under asp they are
 * put into mailboxes, which are of one length on every transport: all 1 + n elements travel then.
 */
public final class SparseAverage implements Payload {
  private static final int DENSE = -1;

  private final float[] weights;
  private final double[] sums;

  /** The weights are the caller's own array: read when sent, overwritten by the average. */
  public SparseAverage(float[] weights) {
    this.weights = weights;
    this.sums = new double[weights.length];
  }

  @Override
  public ElementType type() {
    return ElementType.INT;
  }

  @Override
  public int length() {
    return 1 + weights.length;
  }

  @Override
  public boolean varies() {
    return true;
  }

  @Override
  public Slice encode(Slice room) {
    int[] elements = room.ints();
    int start = room.offset();
    int entries = 0;
    for (float weight : weights) {
      entries += isZero(weight) ? 0 : 1;
    }
    boolean dense = entries >= weights.length - entries;
    int at = start;
    elements[at++] = dense ? DENSE : entries;
    for (int i = 0; i < weights.length; i++) {
      if (dense) {
        elements[at++] = Float.floatToRawIntBits(weights[i]);
      } else if (!isZero(weights[i])) {
        elements[at++] = i;
        elements[at++] = Float.floatToRawIntBits(weights[i]);
      }
    }
    return room.slice(0, at - start);
  }

  /** Not so -0.0, which is to arrive as such. */
  private static boolean isZero(float weight) {
    return Float.floatToRawIntBits(weight) == 0;
  }

  @Override
  public void begin(double ownShare, int sources) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = ownShare * weights[i];
    }
  }

  @Override
  public void combine(int start, Slice received, double share) {
    int[] elements = received.ints();
    int at = received.offset();
    int entries = elements[at++];
    if (entries == DENSE) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += share * Float.intBitsToFloat(elements[at + i]);
      }
      return;
    }
    int next = 0;
    for (int end = at + 2 * entries; at < end; at += 2) {
      int index = elements[at];
      addZeros(next, index);
      sums[index] += share * Float.intBitsToFloat(elements[at + 1]);
      next = index + 1;
    }
    addZeros(next, sums.length);
  }

  /** What has not travelled counts as well: -0.0 becomes 0.0 by it. */
  private void addZeros(int from, int to) {
    for (int i = from; i < to; i++) {
      sums[i] += 0.0;
    }
  }

  @Override
  public void stay(double share) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += share * weights[i];
    }
  }

  @Override
  public void end() {
    for (int i = 0; i < sums.length; i++) {
      weights[i] = (float) sums[i];
    }
  }
}
