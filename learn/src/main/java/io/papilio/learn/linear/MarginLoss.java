package io.papilio.learn.linear;

/**
 * What it costs to say {@code margin} where the label is {@code y}. It is to be minimised, and its
 * slope points uphill.
 */
public interface MarginLoss {
  /** Returns the loss. */
  double value(double margin, double y);

  /** Returns the derivative by the margin. */
  double slope(double margin, double y);

  /** Returns the loss, and writes the slope: some losses have both for little more than one. */
  default double valueAndSlope(double margin, double y, double[] slope) {
    slope[0] = slope(margin, y);
    return value(margin, y);
  }

  /** Returns the second derivative by the margin, or zero where there is none. */
  double curvature(double margin, double y);
}
