package io.papilio.learn.linear;

import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;

/**
 * What {@link Online} knows of each feature, side by side, so that a feature costs one access to
 * memory:
 *
 * <pre>
 *   | weight | G | scale | weight | G | scale | ...
 *
 *   G      Σ weight · slope² · x²            how much was learned of it
 *   scale  the largest |x| so far
 * </pre>
 *
 * A weight is changed at its own rate, G^−p · scale^(2p−2); p = ½ in the usual case.
 */
final class OnlineState {
  private static final int CELL = 3;
  private static final int G = 1;
  private static final int SCALE = 2;

  /** Slopes below change no float that matters, but their squares might vanish. */
  private static final double LEAST_SQUARE = 1e-24;

  private final Objective objective;
  private final Loss loss;
  private final double power;
  private final int length;
  private final float[] cells;
  private final float[] shares; // by feature: 1 / rows it is in; empty if nothing is regularised
  private float[] base = {}; // weights, and G, from which all workers went on, if there are several
  private float[] baseG = {};
  private float[] rates = new float[64]; // of the features of a row, and of the bias
  private double examples;
  private double normalized; // Σ weight · Σ (x / scale)²

  OnlineState(Objective objective, double power, float[] weights, float[] shares) {
    this.objective = objective;
    this.loss = objective.loss();
    this.power = power;
    this.length = weights.length;
    this.cells = new float[Math.multiplyExact(CELL, length)];
    this.shares = shares;
    for (int i = 0; i < length; i++) {
      cells[CELL * i] = weights[i];
    }
  }

  /** Adds all that {@link #restore} needs. */
  Snapshot saveTo(Snapshot snapshot) {
    return snapshot
        .with("cells", cells)
        .with("base", base)
        .with("base G", baseG)
        .with("counts", examples, normalized);
  }

  void restore(Snapshot snapshot) {
    System.arraycopy(snapshot.floats("cells"), 0, cells, 0, cells.length);
    base = snapshot.floats("base");
    baseG = snapshot.floats("base G");
    examples = snapshot.doubles("counts")[0];
    normalized = snapshot.doubles("counts")[1];
  }

  /** Learns a row; returns the loss it had before. */
  double learn(SparseRows rows, int row, double eta) {
    double y = rows.label(row);
    double weight = rows.weight(row);
    double margin = margin(rows, row);
    double slope = loss.slope(margin, y);
    double square = slope * slope * weight;
    int size = rows.end(row) - rows.start(row);
    if (rates.length <= size) {
      rates = new float[2 * size];
    }
    if (square > LEAST_SQUARE) {
      double reach = look(rows, row, (float) square, weight);
      double spread = spread();
      double h = eta * weight;
      double change = InvariantStep.change(loss, margin, y, h, reach * spread) * spread;
      add(rows, row, (float) change);
    }
    if (shares.length > 0 && examples > 0) {
      shrink(rows, row, (float) (eta * weight * spread()));
    }
    return loss.value(margin, y) * weight;
  }

  private double margin(SparseRows rows, int row) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int end = rows.end(row);
    int i = rows.start(row);
    double a = cells[CELL * (length - 1)];
    double b = 0;
    for (; i < end - 1; i += 2) {
      a += values[i] * cells[CELL * indices[i]];
      b += values[i + 1] * cells[CELL * indices[i + 1]];
    }
    return i < end ? a + b + values[i] * cells[CELL * indices[i]] : a + b;
  }

  /** By which all rates are multiplied, for rows of many features not to go farther. */
  private double spread() {
    double mean = normalized / examples;
    return power == 0.5 ? 1 / Math.sqrt(mean) : Math.pow(mean, power - 1);
  }

  /** Updates all but the weights; returns how far the margin moves for a change of one. */
  private double look(SparseRows rows, int row, float square, double weight) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int start = rows.start(row);
    int end = rows.end(row);
    double reach = 0;
    double norm = 0;
    for (int i = start; i < end; i++) {
      float x = Math.abs(values[i]);
      int cell = CELL * indices[i];
      float scale = cells[cell + SCALE];
      if (x > scale) {
        rescale(cell, x);
        scale = x;
      }
      float g = cells[cell + G] + square * x * x;
      float rate = g > 0 ? rate(g, scale) : 0;
      cells[cell + G] = g;
      rates[i - start] = rate;
      reach += x * x * rate;
      norm += scale > 0 ? (x / scale) * (x / scale) : 0;
    }
    int bias = CELL * (length - 1);
    cells[bias + SCALE] = 1;
    cells[bias + G] += square;
    float rate = rate(cells[bias + G], 1);
    rates[end - start] = rate;
    examples += weight;
    normalized += weight * (norm + 1);
    return reach + rate;
  }

  private float rate(float g, float scale) {
    return power == 0.5
        ? 1 / ((float) Math.sqrt(g) * scale)
        : (float) (Math.pow(g, -power) * Math.pow(scale, 2 * power - 2));
  }

  /** A value larger than any before: the weight becomes what it would be had that come first. */
  private void rescale(int cell, float x) {
    float old = cells[cell + SCALE];
    if (old > 0) {
      cells[cell] *= power == 0.5 ? old / x : (float) Math.pow(old / x, 2 - 2 * power);
    }
    cells[cell + SCALE] = x;
  }

  private void add(SparseRows rows, int row, float change) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    int start = rows.start(row);
    int end = rows.end(row);
    for (int i = start; i < end; i++) {
      cells[CELL * indices[i]] += change * values[i] * rates[i - start];
    }
    cells[CELL * (length - 1)] += change * rates[end - start];
  }

  /**
   * Takes from each weight of the row what l1 and l2 take of it, spread over the rows that have it:
   * l1 takes the same from small and large ones, but no weight is taken beyond zero.
   */
  private void shrink(SparseRows rows, int row, float times) {
    int[] indices = rows.indices();
    int end = rows.end(row);
    float l1 = (float) objective.l1();
    float l2 = (float) objective.l2();
    for (int i = rows.start(row); i < end; i++) {
      int cell = CELL * indices[i];
      float g = cells[cell + G];
      float share = g > 0 ? times * rate(g, cells[cell + SCALE]) * shares[indices[i]] : 0;
      float left = Math.abs(cells[cell]) - share * l1;
      cells[cell] = left > 0 ? Math.copySign(left, cells[cell]) / (1 + share * l2) : 0;
    }
  }

  /**
   * Writes what all workers know together, w̄ = base + ΣG·(w − base) / Ḡ; where nobody learned
   * anything, what they began with. Returns Ḡ = G of the base + Σ what each has added to that, or
   * nothing if there is one worker only.
   */
  float[] average(Communicator comm, float[] weights) {
    if (comm.size() == 1) {
      copy(weights);
      return new float[0];
    }
    if (base.length == 0) {
      base = weights.clone();
      baseG = new float[length];
    }
    copy(weights);
    float[] sumG = column(G);
    float[] products = new float[length];
    for (int i = 0; i < length; i++) {
      products[i] = sumG[i] * (weights[i] - base[i]);
      sumG[i] -= baseG[i];
    }
    comm.allReduce(products, Reduction.SUM);
    comm.allReduce(sumG, Reduction.SUM);
    for (int i = 0; i < length; i++) {
      sumG[i] += baseG[i];
      weights[i] = sumG[i] > 0 ? base[i] + products[i] / sumG[i] : base[i];
    }
    return sumG;
  }

  private void copy(float[] weights) {
    for (int i = 0; i < length; i++) {
      weights[i] = cells[CELL * i];
    }
  }

  private float[] column(int offset) {
    float[] column = new float[length];
    for (int i = 0; i < length; i++) {
      column[i] = cells[CELL * i + offset];
    }
    return column;
  }

  /**
   * Goes on from the average of all workers. If they meet often it is the next base; else the base
   * remains the beginning, and G is the mean: what they learn far from each other does not add up.
   */
  void adopt(Communicator comm, float[] weights, float[] sumG, boolean often) {
    if (comm.size() == 1) {
      return;
    }
    float[] scales = column(SCALE);
    comm.allReduce(scales, Reduction.MAX);
    double[] sums = {examples, normalized};
    comm.allReduce(sums, Reduction.MEAN);
    examples = sums[0];
    normalized = sums[1];
    for (int i = 0; i < length; i++) {
      int cell = CELL * i;
      float g = often ? sumG[i] : sumG[i] / comm.size();
      cells[cell] = weights[i];
      cells[cell + G] = g;
      cells[cell + SCALE] = scales[i];
    }
    if (often) {
      System.arraycopy(weights, 0, base, 0, length);
      System.arraycopy(sumG, 0, baseG, 0, length);
    }
  }
}
