package io.papilio.runtime.mixing;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.exec.DenseStore;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/**
 * Whole weight vectors, averaged by their shares.
 *
 * <pre>
 *   one source, halves   w ← ½ (w + x)                           in floats: the same bits
 *   else                 w ← own share · w + Σ share · x         in doubles, a pass for each source
 * </pre>
 *
 * The weights change with the last source only.
 */
public final class DenseAverage implements Payload {
  private static final int BLOCK = 2048; // floats, which stay in the first-level cache

  private final float[] weights;
  private final Slice state;
  private final DenseStore halves;
  private final float[] block = new float[BLOCK];
  private final Slice blockSlice = Slice.of(block);
  private final Slice from = Slice.of(new byte[0]);
  private final Slice to = Slice.of(new byte[0]);
  private double[] sums = {}; // of several sources
  private double ownShare;
  private int sources;
  private int done; // of the sources

  /** The weights are the caller's own array: read when sent, overwritten by the average. */
  public DenseAverage(float[] weights) {
    this.weights = weights;
    this.state = Slice.of(weights);
    this.halves = new DenseStore(state, Reduction.MIDPOINT, new Scratch());
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
  public boolean takesPieces() {
    return true;
  }

  @Override
  public Slice encode(Slice room) {
    return state;
  }

  @Override
  public void begin(double newOwnShare, int newSources) {
    ownShare = newOwnShare;
    sources = newSources;
    done = 0;
    if (sources > 1 && sums.length == 0) {
      sums = new double[weights.length];
    }
  }

  @Override
  public void combine(int at, Slice elements, double share) {
    if (sources == 1 && ownShare == 0.5 && share == 0.5) {
      if (elements.length() > 0) {
        halves.combine(at, elements);
      }
    } else {
      add(at, elements, share);
    }
    done += at + elements.length() == weights.length ? 1 : 0;
  }

  @Override
  public void stay(double share) {
    add(0, state, share);
    done++;
  }

  private void add(int at, Slice elements, double share) {
    for (int first = 0; first < elements.length(); first += BLOCK) {
      int size = Math.min(BLOCK, elements.length() - first);
      float[] values = block;
      int offset = 0;
      if (elements.isArray()) {
        values = elements.floats();
        offset = elements.offset() + first;
      } else {
        from.aim(elements, first, first + size);
        to.aim(blockSlice, 0, size);
        from.copyTo(to);
      }
      add(at + first, values, offset, size, share);
    }
  }

  private void add(int at, float[] values, int offset, int size, double share) {
    boolean isFirst = done == 0;
    boolean isLast = done == sources - 1;
    for (int i = 0; i < size; i++) {
      double sum = isFirst ? ownShare * weights[at + i] : sums[at + i];
      sum += share * values[offset + i];
      if (isLast) {
        weights[at + i] = (float) sum;
      } else {
        sums[at + i] = sum;
      }
    }
  }

  @Override
  public void end() {}
}
