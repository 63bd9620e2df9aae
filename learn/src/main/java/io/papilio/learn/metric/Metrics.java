package io.papilio.learn.metric;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * What a model is worth on examples, each counted as often as its weight says.
 *
 * <pre>
 *   margin    -2   -1   -1   0.5   3        cut where you like: what is right of the cut is
 *   label      -    -    +    -    +        called positive
 *
 *   auRoc     over all pairs (+, -): how often the + has the larger margin; a tie is half a pair
 *   auPrc     over all +: the share of + among those of at least its margin (average precision)
 * </pre>
 *
 * All but the loss are empty where labels are not −1 and +1; the areas also if one of the classes
 * is missing, or if a margin is not a number.
 *
 * @param examples how many there are
 * @param loss the mean per example
 * @param accuracy the share of examples whose label has the sign of the margin; zero is negative
 */
public record Metrics(
    int examples,
    double loss,
    OptionalDouble accuracy,
    OptionalDouble auRoc,
    OptionalDouble auPrc) {

  /**
   * Returns the metrics of scores that have some weight in total.
   *
   * @param loss of a margin and a label
   */
  public static Metrics of(Scores scores, DoubleBinaryOperator loss) {
    double weight = 0;
    double sum = 0;
    double right = 0;
    double positive = 0;
    double negative = 0;
    boolean twoClasses = true;
    boolean ordered = true;
    for (int i = 0; i < scores.size(); i++) {
      double w = scores.weight(i);
      float margin = scores.margin(i);
      float label = scores.label(i);
      weight += w;
      sum += w == 0 ? 0 : w * loss.applyAsDouble(margin, label);
      right += label == (margin > 0 ? 1 : -1) && !Float.isNaN(margin) ? w : 0;
      positive += label > 0 ? w : 0;
      negative += label > 0 ? 0 : w;
      twoClasses &= Math.abs(label) == 1;
      ordered &= !Float.isNaN(margin);
    }
    if (!(weight > 0)) {
      throw new IllegalArgumentException(
          "nothing to measure: %d examples of weight 0".formatted(scores.size()));
    }
    OptionalDouble accuracy =
        twoClasses ? OptionalDouble.of(right / weight) : OptionalDouble.empty();
    OptionalDouble none = OptionalDouble.empty();
    if (!twoClasses || !ordered || positive == 0 || negative == 0) {
      return new Metrics(scores.size(), sum / weight, accuracy, none, none);
    }
    Areas areas = Areas.of(scores, positive, negative);
    return new Metrics(
        scores.size(),
        sum / weight,
        accuracy,
        OptionalDouble.of(areas.roc),
        OptionalDouble.of(areas.precision));
  }

  /** Both areas, in one walk from the largest margin down, a group of equal margins at a time. */
  private record Areas(double roc, double precision) {

    static Areas of(Scores scores, double positive, double negative) {
      int[] order = scores.byMargin();
      double above = 0; // the weight of positives so far
      double wrong = 0; // of negatives
      double pairs = 0;
      double precision = 0;
      for (int to = order.length; to > 0; ) {
        float margin = scores.margin(order[to - 1]);
        double groupPositive = 0;
        double groupNegative = 0;
        for (; to > 0 && scores.margin(order[to - 1]) == margin; to--) {
          int example = order[to - 1];
          if (scores.label(example) > 0) {
            groupPositive += scores.weight(example);
          } else {
            groupNegative += scores.weight(example);
          }
        }
        pairs += groupNegative * (above + groupPositive / 2);
        above += groupPositive;
        wrong += groupNegative;
        precision += groupPositive == 0 ? 0 : groupPositive * (above / (above + wrong));
      }
      return new Areas(pairs / (positive * negative), precision / positive);
    }
  }
}
