package io.papilio.learn.optimize;

/** A function along a direction. */
public interface Line {
  /** Returns its value and slope at {@code step} from the start. */
  Point at(double step);

  /** A place on the line. */
  record Point(double step, double value, double slope) {
    boolean isFinite() {
      return Double.isFinite(value) && Double.isFinite(slope);
    }
  }
}
