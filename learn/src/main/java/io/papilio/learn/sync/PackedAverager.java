package io.papilio.learn.sync;

import io.papilio.runtime.mixing.MixCounts;
import java.util.function.Function;

/**
 * Averages only the weights that are used, packed into an array of their own.
 *
 * <pre>
 *   weights   0 0 a 0 0 0 b 0 c 0   pick   a b c   average   put back
 * </pre>
 */
public final class PackedAverager implements Averager {
  private final float[] weights;
  private final int[] used;
  private final float[] packed;
  private final Averager averager;

  /**
   * Creates one.
   *
   * @param used indices of weights, the same on all workers
   * @param maker makes what averages the packed weights
   */
  public PackedAverager(float[] weights, int[] used, Function<float[], Averager> maker) {
    this.weights = weights;
    this.used = used;
    this.packed = new float[used.length];
    pick();
    this.averager = maker.apply(packed);
  }

  private void pick() {
    for (int i = 0; i < used.length; i++) {
      packed[i] = weights[used[i]];
    }
  }

  @Override
  public boolean mixesFirst() {
    return averager.mixesFirst();
  }

  @Override
  public boolean isDue(long step) {
    return averager.isDue(step);
  }

  @Override
  public void average() {
    pick();
    averager.average();
    for (int i = 0; i < used.length; i++) {
      weights[used[i]] = packed[i];
    }
  }

  @Override
  public MixCounts counts() {
    return averager.counts();
  }

  @Override
  public void end() {
    averager.end();
  }

  @Override
  public void close() {
    averager.close();
  }
}
