package io.papilio.learn.train;

/**
 * Notices a training that makes things worse, as it does if the rate is too high.
 *
 * <pre>
 *   loss   5 4 6 7 6 9 8          began with 5: the fifth report in a row above it says so
 *              1 2 3 4 5
 *   loss   9 1 2 3 4 5 6          so does the fifth in a row that is above the one before it
 *              1 2 3 4 5
 * </pre>
 *
 * Above, in the end, is by more than a hundredth: near the optimum it goes up and down.
 */
public final class RisingLoss {
  private static final int REPORTS = 5;
  private static final double MARGIN = 0.01;

  private double first = Double.NaN;
  private double before = Double.NaN;
  private double bottom; // from which it has risen
  private int above;
  private int rises;
  private boolean said;

  /**
   * Whether it is this loss that shows it: true once at most. What is no number tells nothing, as
   * of workers that nobody could look at yet.
   */
  public boolean shows(double loss) {
    if (said || Double.isNaN(loss)) {
      return false;
    }
    if (Double.isNaN(first)) {
      first = loss;
    }
    above = isAbove(loss, first) ? above + 1 : 0;
    if (loss > before) {
      rises++;
    } else {
      rises = 0;
      bottom = loss;
    }
    before = loss;
    said = above == REPORTS || rises >= REPORTS && isAbove(loss, bottom);
    return said;
  }

  private static boolean isAbove(double loss, double other) {
    return loss > other + MARGIN * Math.abs(other);
  }
}
