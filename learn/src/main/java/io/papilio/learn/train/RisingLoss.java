package io.papilio.learn.train;

/**
 * Notices a training that makes things worse, as it does if the rate is too high.
 *
 * <pre>
 *   loss   5 4 6 7 6 9 8          began with 5: the fifth report in a row above it says so
 *              1 2 3 4 5
 * </pre>
 *
 * Above is by more than a hundredth: who begins near the optimum goes up and down there.
 */
public final class RisingLoss {
  private static final int REPORTS = 5;
  private static final double MARGIN = 0.01;

  private double first = Double.NaN;
  private int above;
  private boolean said;

  /**
   * Whether it is this loss that shows it: true once at most. What is no number tells nothing, as
   * of workers that nobody could look at yet.
   */
  public boolean shows(double loss) {
    if (Double.isNaN(first)) {
      first = loss;
    }
    if (said || Double.isNaN(loss)) {
      return false;
    }
    above = loss > first + MARGIN * Math.abs(first) ? above + 1 : 0;
    said = above == REPORTS;
    return said;
  }
}
