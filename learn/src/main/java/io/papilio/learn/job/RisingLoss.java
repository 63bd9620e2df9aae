package io.papilio.learn.job;

import java.util.Optional;

/**
 * Notices a training that has made things worse, as it does if the rate is too high: in the end the
 * loss is well above the lowest it had.
 *
 * <pre>
 *   loss   9 5 4 3 5 7 8          ends with 8, was 3: says so
 *   loss   9 4 3.00 3.02 3.01     near the optimum it goes up and down: does not
 * </pre>
 */
final class RisingLoss {
  private static final double MARGIN = 0.1;

  private double lowest = Double.POSITIVE_INFINITY;
  private double last = Double.NaN;

  /** Adds the loss of an evaluation; what is no number is a loss that has no bounds. */
  void add(double loss) {
    last = loss;
    lowest = Math.min(lowest, Double.isNaN(loss) ? Double.POSITIVE_INFINITY : loss);
  }

  /**
   * Returns what to say in the end, if anything.
   *
   * @param rate as it was given; null if the optimizer has none
   * @param found the rate that was found; null if none was
   */
  Optional<String> note(Object rate, Object found) {
    boolean rose = last > lowest + MARGIN * Math.abs(lowest);
    if (!rose || rate == null) {
      return Optional.empty();
    }
    String used = found == null ? String.valueOf(rate) : "the %s that was found".formatted(found);
    return Optional.of(
        "the loss rose from %.5g, its lowest, to %.5g: a rate below %s may help"
            .formatted(lowest, last, used));
  }
}
