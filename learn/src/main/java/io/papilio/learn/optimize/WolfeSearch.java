package io.papilio.learn.optimize;

import io.papilio.learn.optimize.Line.Point;

/**
 * Finds a step that satisfies the strong Wolfe conditions: far enough down, and flat enough.
 *
 * <pre>
 *   value(t) ≤ value(0) + c1 · t · slope(0)           |slope(t)| ≤ c2 · |slope(0)|
 *
 *   1. from t = 1 go farther until the interval behind holds such a step
 *   2. shrink it by the minimum of the cubic through both ends, kept away from the ends
 * </pre>
 *
 * <p>Nocedal and Wright: Numerical Optimization (2006), algorithms 3.5 and 3.6.
 */
final class WolfeSearch {
  static final double C1 = 1e-4;
  static final double C2 = 0.9; // what suits quasi-Newton directions

  private static final int MOST_TRIALS = 40;
  private static final double FARTHER = 4;
  private static final double MARGIN = 0.1; // of the interval, at both ends

  private final Line line;
  private final Point start;
  private int trials;

  private WolfeSearch(Line line, Point start) {
    this.line = line;
    this.start = start;
  }

  /**
   * Returns a step that satisfies both conditions; if rounding lets no trial do so, the best that
   * satisfies the first; and 0 if there is none of these either.
   */
  static double search(Line line, double value, double slope) {
    return slope < 0 ? new WolfeSearch(line, new Point(0, value, slope)).bracket() : 0;
  }

  private double bracket() {
    Point before = start;
    double step = 1;
    while (trials++ < MOST_TRIALS) {
      Point point = line.at(step);
      if (!point.isFinite() || isTooHigh(point) || point.value() >= before.value()) {
        return zoom(before, point);
      }
      if (isFlat(point)) {
        return step;
      }
      if (point.slope() >= 0) {
        return zoom(point, before);
      }
      before = point;
      step *= FARTHER;
    }
    return before.step();
  }

  /** The interval's better end is {@code low}: it satisfies the first condition, or is 0. */
  private double zoom(Point low, Point high) {
    while (trials++ < MOST_TRIALS) {
      double step = between(low, high);
      if (step == low.step() || step == high.step()) {
        break; // floating point numbers end here
      }
      Point point = line.at(step);
      if (!point.isFinite() || isTooHigh(point) || point.value() >= low.value()) {
        high = point;
      } else {
        if (isFlat(point)) {
          return step;
        }
        if (point.slope() * (high.step() - low.step()) >= 0) {
          high = low;
        }
        low = point;
      }
    }
    return low.step();
  }

  private boolean isTooHigh(Point point) {
    return point.value() > start.value() + C1 * point.step() * start.slope();
  }

  private boolean isFlat(Point point) {
    return Math.abs(point.slope()) <= -C2 * start.slope();
  }

  /** Where the cubic through both ends has its minimum; the middle if that is nowhere between. */
  private static double between(Point a, Point b) {
    double width = b.step() - a.step();
    double middle = a.step() + width / 2;
    if (!b.isFinite()) {
      return a.step() + width * MARGIN;
    }
    double d1 = a.slope() + b.slope() - 3 * (a.value() - b.value()) / (a.step() - b.step());
    double root = Math.sqrt(d1 * d1 - a.slope() * b.slope());
    double d2 = width > 0 ? root : -root;
    double best = b.step() - width * (b.slope() + d2 - d1) / (b.slope() - a.slope() + 2 * d2);
    double share = (best - a.step()) / width;
    return share >= MARGIN && share <= 1 - MARGIN ? best : middle;
  }
}
