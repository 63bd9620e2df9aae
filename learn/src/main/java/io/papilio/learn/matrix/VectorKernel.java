package io.papilio.learn.matrix;

import io.papilio.core.schedule.Range;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums in vector registers: of one column four, of eight columns one each. Not fused to
 * multiply-adds, which round once instead of twice: plain loops could not give the same bits.
 *
 * <p>Only for a JVM that was started with the module {@code jdk.incubator.vector}, and compiled
 * apart from all else: {@link KernelTrial} looks whether it can be used.
 */
final class VectorKernel implements RankOneKernel {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = FLOATS.length();

  @Override
  public int height() {
    return WIDTH;
  }

  @Override
  public void add(float[] w, int at, Terms terms, Range piece) {
    int size = terms.size();
    int to = piece.to();
    int i = piece.from();
    for (; i <= to - 4 * WIDTH; i += 4 * WIDTH) {
      FloatVector s0 = vector(w, at + i);
      FloatVector s1 = vector(w, at + i + WIDTH);
      FloatVector s2 = vector(w, at + i + 2 * WIDTH);
      FloatVector s3 = vector(w, at + i + 3 * WIDTH);
      for (int k = 0; k < size; k++) {
        float[] u = terms.u(k);
        FloatVector factor = FloatVector.broadcast(FLOATS, terms.factor(k));
        s0 = s0.add(vector(u, i).mul(factor));
        s1 = s1.add(vector(u, i + WIDTH).mul(factor));
        s2 = s2.add(vector(u, i + 2 * WIDTH).mul(factor));
        s3 = s3.add(vector(u, i + 3 * WIDTH).mul(factor));
      }
      s0.intoArray(w, at + i);
      s1.intoArray(w, at + i + WIDTH);
      s2.intoArray(w, at + i + 2 * WIDTH);
      s3.intoArray(w, at + i + 3 * WIDTH);
    }
    for (; i < to; i++) {
      float sum = w[at + i];
      for (int k = 0; k < size; k++) {
        sum += terms.u(k)[i] * terms.factor(k);
      }
      w[at + i] = sum;
    }
  }

  private static FloatVector vector(float[] array, int at) {
    return FloatVector.fromArray(FLOATS, array, at);
  }

  @Override
  public void addPanel(float[] w, int at, Panel panel, float[] factors, Range piece) {
    float[] values = panel.values();
    int pairs = panel.pairs();
    int rows = panel.rows();
    int last = piece.to() - WIDTH;
    int row = piece.from();
    for (; row <= last; row += WIDTH) {
      int i = at + row;
      FloatVector s0 = vector(w, i);
      FloatVector s1 = vector(w, i + rows);
      FloatVector s2 = vector(w, i + 2 * rows);
      FloatVector s3 = vector(w, i + 3 * rows);
      FloatVector s4 = vector(w, i + 4 * rows);
      FloatVector s5 = vector(w, i + 5 * rows);
      FloatVector s6 = vector(w, i + 6 * rows);
      FloatVector s7 = vector(w, i + 7 * rows);
      int first = row * pairs;
      for (int k = 0; k < pairs; k++) {
        FloatVector u = vector(values, first + k * WIDTH);
        int f = k * COLUMNS;
        s0 = s0.add(u.mul(FloatVector.broadcast(FLOATS, factors[f])));
        s1 = s1.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 1])));
        s2 = s2.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 2])));
        s3 = s3.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 3])));
        s4 = s4.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 4])));
        s5 = s5.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 5])));
        s6 = s6.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 6])));
        s7 = s7.add(u.mul(FloatVector.broadcast(FLOATS, factors[f + 7])));
      }
      s0.intoArray(w, i);
      s1.intoArray(w, i + rows);
      s2.intoArray(w, i + 2 * rows);
      s3.intoArray(w, i + 3 * rows);
      s4.intoArray(w, i + 4 * rows);
      s5.intoArray(w, i + 5 * rows);
      s6.intoArray(w, i + 6 * rows);
      s7.intoArray(w, i + 7 * rows);
    }
    for (; row < piece.to(); row++) {
      addRow(w, at + row, panel, factors, row % WIDTH);
    }
  }

  /** One that fills no vector: it lies in the last rows of the panel. */
  private static void addRow(float[] w, int at, Panel panel, float[] factors, int place) {
    int first = panel.rows() / WIDTH * WIDTH * panel.pairs() + place;
    for (int column = 0; column < COLUMNS; column++) {
      int i = at + column * panel.rows();
      float sum = w[i];
      for (int k = 0; k < panel.pairs(); k++) {
        sum += panel.values()[first + k * WIDTH] * factors[k * COLUMNS + column];
      }
      w[i] = sum;
    }
  }
}
