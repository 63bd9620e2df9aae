package io.papilio.learn.linear;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

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
  static final int CELL = 3;

  /** No array is longer than {@link Integer#MAX_VALUE} less a few. */
  static final int MOST_WEIGHTS = (Integer.MAX_VALUE - 8) / CELL;

  private static final int G = 1;
  private static final int SCALE = 2;

  /** Weights that are averaged at a time. */
  private static final int PART = 1 << 16;

  /** Slopes below change no float that matters, but their squares might vanish. */
  private static final double LEAST_SQUARE = 1e-24;

  private final Objective objective;
  private final Loss loss;
  private final double power;
  private final int length;
  private final float[] cells;
  private final float[] shares; // by feature: 1 / rows it is in; empty if nothing is regularised
  private float[] beginning; // empty: zeros
  private float[] baseG = {}; // from which all workers went on, if what they learn adds up
  private boolean addsUp;
  private float[] rates = new float[64]; // of the features of a row, and of the bias
  private double examples;
  private double normalized; // Σ weight · Σ (x / scale)²

  OnlineState(Objective objective, double power, float[] weights, float[] shares) {
    this.objective = objective;
    this.loss = objective.loss();
    this.power = power;
    this.length = requireFits(weights.length);
    this.cells = new float[CELL * length];
    this.shares = shares;
    boolean isZero = true;
    for (int i = 0; i < length; i++) {
      cells[CELL * i] = weights[i];
      isZero &= weights[i] == 0;
    }
    this.beginning = isZero ? new float[0] : weights.clone();
  }

  /** Returns the number of weights, unless there is no room for so many. */
  static int requireFits(int weights) {
    if (weights > MOST_WEIGHTS) {
      throw new IllegalArgumentException(
          "online learning has room for %,d weights, not for %,d: hash to 29 bits or fewer, or use"
                  .formatted(MOST_WEIGHTS, weights)
              + " sgd");
    }
    return weights;
  }

  /** Adds all that {@link #restore} needs. */
  Snapshot saveTo(Snapshot snapshot) {
    return snapshot
        .with("cells", cells)
        .with("beginning", beginning)
        .with("base G", baseG)
        .with("counts", examples, normalized);
  }

  void restore(Snapshot snapshot, float[] weights) {
    System.arraycopy(snapshot.floats("cells"), 0, cells, 0, cells.length);
    copy(weights);
    beginning = snapshot.floats("beginning");
    baseG = snapshot.floats("base G");
    addsUp = baseG.length > 0;
    examples = snapshot.doubles("counts")[0];
    normalized = snapshot.doubles("counts")[1];
  }

  private void copy(float[] weights) {
    for (int i = 0; i < length; i++) {
      weights[i] = cells[CELL * i];
    }
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

  /** What workers do with what they know together. */
  enum Then {
    /** Only look at it. */
    LOOK,
    /** Go on from it; what they learn until the next time adds up to it. */
    ADD,
    /** Go on from it, with the mean of G: what is learned far from each other does not add up. */
    AVERAGE
  }

  /** Returns what this worker knows; a copy of it is for {@link #averageOf}. */
  float[] cells() {
    return cells;
  }

  /** Returns what all workers knew together when they made these copies of their cells. */
  float[] averageOf(float[] copy, Communicator comm) {
    float[] weights = new float[length];
    float[] sums = new float[2 * Math.min(PART, length)];
    for (int from = 0; from < length; from += PART) {
      sum(copy, comm, weights, from, sums);
    }
    return weights;
  }

  /** Returns how many bytes it takes for so many weights. */
  static long bytes(int weights) {
    return 4L * (CELL + 2) * weights;
  }

  /**
   * Writes what all workers know together, w̄ = w₀ + ΣG·(w − w₀) / Ḡ; where nobody learned
   * anything, what they began with. Part by part, so that it takes no memory to speak of.
   */
  void average(Communicator comm, float[] weights, Then then) {
    if (comm.size() == 1) {
      copy(weights);
      return;
    }
    if (then == Then.ADD) {
      addsUp = true;
      baseG = baseG.length == 0 ? new float[length] : baseG;
    }
    float[] sums = new float[2 * Math.min(PART, length)];
    for (int from = 0; from < length; from += PART) {
      average(comm, weights, then, from, sums);
    }
    if (then != Then.LOOK) {
      double[] counts = {examples, normalized};
      comm.allReduce(counts, Reduction.MEAN);
      examples = counts[0];
      normalized = counts[1];
    }
  }

  private void average(Communicator comm, float[] weights, Then then, int from, float[] sums) {
    sum(cells, comm, weights, from, sums);
    if (then == Then.LOOK) {
      return;
    }
    int to = Math.min(length, from + PART);
    int half = sums.length / 2;
    for (int i = from; i < to; i++) {
      float sumG = baseG(i) + sums[half + i - from];
      cells[CELL * i] = weights[i];
      cells[CELL * i + G] = then == Then.ADD ? sumG : sumG / comm.size();
      if (then == Then.ADD) {
        baseG[i] = sumG;
      }
    }
    for (int i = from; i < to; i++) {
      sums[i - from] = cells[CELL * i + SCALE];
    }
    comm.allReduce(sums, Reduction.MAX);
    for (int i = from; i < to; i++) {
      cells[CELL * i + SCALE] = sums[i - from];
    }
  }

  /** Sums ΣG·(w − w₀) and Σ(G − G₀) of a part, side by side, and writes its average. */
  private void sum(float[] from, Communicator comm, float[] weights, int start, float[] sums) {
    int end = Math.min(length, start + PART);
    int half = sums.length / 2;
    for (int i = start; i < end; i++) {
      float g = from[CELL * i + G];
      sums[i - start] = g * (from[CELL * i] - base(weights, i));
      sums[half + i - start] = g - baseG(i);
    }
    comm.allReduce(sums, Reduction.SUM);
    for (int i = start; i < end; i++) {
      float sumG = baseG(i) + sums[half + i - start];
      float base = base(weights, i);
      weights[i] = sumG > 0 ? base + sums[i - start] / sumG : base;
    }
  }

  /** From where all went on: where it adds up, the average before, and else the beginning. */
  private float base(float[] weights, int i) {
    if (addsUp) {
      return weights[i];
    }
    return beginning.length == 0 ? 0 : beginning[i];
  }

  private float baseG(int i) {
    return baseG.length == 0 ? 0 : baseG[i];
  }
}
