package io.papilio.learn.linear;

/**
 * The hinge with its corner rounded off: a parabola over {@code width} before the corner, and a
 * line, {@code width / 2} below the hinge, beyond that.
 *
 * <pre>
 *   z = y m      loss            −slope = t      hinge − loss − width t²/2
 *   z ≥ 1        0               0               0
 *   between      (1 − z)²/2w     (1 − z)/w       w t (1 − t)
 *   z ≤ 1 − w    1 − z − w/2     1               0
 * </pre>
 *
 * The last column is {@link #excess}. Summed over all rows at the minimum of an objective with this
 * loss, it bounds how far the same objective with the hinge is above its own minimum: the slopes
 * are dual variables, for which both duals differ by Σ width t²/2. See docs/decisions/018-hinge.md.
 */
record SmoothHinge(double width) implements MarginLoss {
  /** Returns how far into the parabola a margin is: from 0 to 1. */
  private double share(double margin, double y) {
    return Math.max(0, Math.min(1, (1 - y * margin) / width));
  }

  @Override
  public double value(double margin, double y) {
    double share = share(margin, y);
    return share * (1 - y * margin - width * share / 2);
  }

  @Override
  public double slope(double margin, double y) {
    return -y * share(margin, y);
  }

  @Override
  public double curvature(double margin, double y) {
    double missing = 1 - y * margin;
    return missing > 0 && missing <= width ? 1 / width : 0;
  }

  /** Returns a row's part of the gap to the minimum with the hinge. */
  double excess(double margin, double y) {
    double share = share(margin, y);
    return width * share * (1 - share);
  }
}
