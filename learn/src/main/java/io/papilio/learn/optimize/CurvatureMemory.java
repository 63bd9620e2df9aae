package io.papilio.learn.optimize;

/**
 * What the last steps told about the curvature, and the direction that follows from it.
 *
 * <pre>
 *   pairs       s = step taken, y = how the gradient changed         the last few
 *   direction   −H · gradient, H from the pairs by the two-loop recursion,
 *               around γ D⁻¹: D the diagonal of the Hessian, γ = s·y / y·D⁻¹y of the last pair
 * </pre>
 *
 * <p>Nocedal: Updating Quasi-Newton Matrices with Limited Storage (1980).
 */
final class CurvatureMemory {
  private final double[] inverse;
  private final double[][] s;
  private final double[][] y;
  private final double[] sy;
  private final double[] shares;
  private double[] spare; // for the next change of the gradient
  private int added;

  /** Has room for so many pairs, and knows D⁻¹. */
  CurvatureMemory(int pairs, double[] inverseDiagonal) {
    this.inverse = inverseDiagonal;
    this.s = new double[pairs][];
    this.y = new double[pairs][];
    this.sy = new double[pairs];
    this.shares = new double[pairs];
    this.spare = new double[inverseDiagonal.length];
  }

  /** Restores what was saved. */
  CurvatureMemory(int pairs, Snapshot snapshot) {
    this(pairs, snapshot.doubles("inverse"));
    for (int i = 0; i < snapshot.whole("pairs"); i++) {
      s[i] = snapshot.doubles("s" + i);
      y[i] = snapshot.doubles("y" + i);
      sy[i] = DenseKernels.dot(s[i], y[i]);
      added++;
    }
  }

  Snapshot saveTo(Snapshot snapshot) {
    int first = Math.max(0, added - s.length);
    for (int i = first; i < added; i++) {
      snapshot.with("s" + (i - first), s[i % s.length]).with("y" + (i - first), y[i % s.length]);
    }
    return snapshot.with("inverse", inverse).with("pairs", added - first);
  }

  /** Writes the direction for a gradient. */
  void direction(double[] gradient, double[] into) {
    int pairs = s.length;
    int first = Math.max(0, added - pairs);
    for (int i = 0; i < into.length; i++) {
      into[i] = -gradient[i];
    }
    for (int i = added - 1; i >= first; i--) {
      int at = i % pairs;
      shares[at] = DenseKernels.dot(s[at], into) / sy[at];
      DenseKernels.addScaled(into, -shares[at], y[at]);
    }
    double gamma = added == 0 ? 1 : gamma((added - 1) % pairs);
    for (int i = 0; i < into.length; i++) {
      into[i] *= gamma * inverse[i];
    }
    for (int i = first; i < added; i++) {
      int at = i % pairs;
      double share = DenseKernels.dot(y[at], into) / sy[at];
      DenseKernels.addScaled(into, shares[at] - share, s[at]);
    }
  }

  private double gamma(int at) {
    double sum = 0;
    for (int i = 0; i < inverse.length; i++) {
      sum += y[at][i] * inverse[i] * y[at][i];
    }
    return sy[at] / sum;
  }

  /** Remembers a step, unless it tells of no curvature: then all stays as it is. */
  void add(double[] step, double[] before, double[] after) {
    double[] change = spare;
    for (int i = 0; i < change.length; i++) {
      change[i] = after[i] - before[i];
    }
    double product = DenseKernels.dot(step, change);
    if (!(product > 0)) {
      return;
    }
    int at = added % s.length;
    if (s[at] == null) {
      s[at] = new double[step.length];
      y[at] = new double[step.length];
    }
    System.arraycopy(step, 0, s[at], 0, step.length);
    spare = y[at];
    y[at] = change;
    sy[at] = product;
    added++;
  }
}
