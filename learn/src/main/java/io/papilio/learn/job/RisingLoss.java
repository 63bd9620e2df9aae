package io.papilio.learn.job;

import io.papilio.learn.job.TrainingResult.Point;
import java.util.List;
import java.util.Optional;

/**
 * Notices a training that has made things worse, as it does if the learning rate is too high: in
 * the end the loss is well above the lowest it had.
 *
 * <pre>
 *   loss   9 5 4 3 5 7 8          ends with 8, was 3: says so
 *   loss   9 4 3.00 3.02 3.01     near the optimum it goes up and down: does not
 * </pre>
 *
 * <p>It looks at the whole curve at the end: of workers that wait for nobody, nobody knows the loss
 * before.
 */
final class RisingLoss {
  private static final double MARGIN = 0.1;

  private RisingLoss() {}

  /** Returns what to say in the end, if anything. */
  static Optional<String> note(TrainingResult result) {
    String rate = result.used().settings().values().get("rate");
    return note(result.curve(), rate, result.choices().rate().orElse(null));
  }

  /**
   * Returns what to say of a curve, if anything.
   *
   * @param rate as it was given; null if the optimizer has none
   * @param found the rate that was found; null if none was
   */
  static Optional<String> note(List<Point> curve, Object rate, Object found) {
    double lowest = Double.POSITIVE_INFINITY;
    double last = Double.NaN;
    for (Point point : curve) {
      last = point.loss();
      lowest = last < lowest ? last : lowest; // never what is no number
    }
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
