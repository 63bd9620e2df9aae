package io.papilio.learn.metric;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Supplier;

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
 * All but the loss are NaN where labels are not −1 and +1; the areas also if one of the classes is
 * missing, or if a margin is not a number.
 *
 * @param accuracy the share of examples whose label has the sign of the margin; zero is negative
 */
public record Metrics(long examples, double loss, double accuracy, double auRoc, double auPrc) {
  /** Returns the metrics of scores that have some weight in total. */
  public static Metrics of(Scores scores, DoubleBinaryOperator loss) {
    return of(sums(scores, loss), () -> Areas.of(scores));
  }

  /**
   * Returns the metrics of the scores of all workers, who call it together. Areas are those of a
   * histogram, in which margins that differ by less than 0.05 % are ties.
   */
  static Metrics binned(Communicator comm, Scores own, DoubleBinaryOperator loss) {
    double[] sums = sums(own, loss);
    comm.allReduce(sums, Reduction.SUM);
    return of(sums, () -> Areas.binned(comm, own));
  }

  private static Metrics of(double[] sums, Supplier<Areas> areas) {
    double weight = sums[1];
    double positive = sums[4];
    double negative = sums[5];
    boolean isTwoClasses = sums[6] == 0;
    boolean isOrdered = sums[7] == 0;
    if (!(weight > 0)) {
      throw new IllegalArgumentException(
          "nothing to measure: %.0f examples of weight 0".formatted(sums[0]));
    }
    double accuracy = isTwoClasses ? sums[3] / weight : Double.NaN;
    double roc = Double.NaN;
    double precision = Double.NaN;
    if (isTwoClasses && isOrdered && positive > 0 && negative > 0) {
      Areas found = areas.get();
      roc = found.pairs / (positive * negative);
      precision = found.precision / positive;
    }
    return new Metrics((long) sums[0], sums[2] / weight, accuracy, roc, precision);
  }

  /** What adds up over examples, those of all workers too. */
  private static double[] sums(Scores scores, DoubleBinaryOperator loss) {
    double[] sums = new double[8];
    for (int i = 0; i < scores.size(); i++) {
      double w = scores.weight(i);
      float margin = scores.margin(i);
      float label = scores.label(i);
      sums[0]++;
      sums[1] += w;
      sums[2] += w == 0 ? 0 : w * loss.applyAsDouble(margin, label);
      sums[3] += label == (margin > 0 ? 1 : -1) && !Float.isNaN(margin) ? w : 0; // is right
      sums[4] += label > 0 ? w : 0;
      sums[5] += label > 0 ? 0 : w;
      sums[6] += Math.abs(label) == 1 ? 0 : 1; // is of neither class
      sums[7] += Float.isNaN(margin) ? 1 : 0; // has no order
    }
    return sums;
  }

  /** Both areas, in one walk from the largest margin down, a group of equal margins at a time. */
  private static final class Areas {
    private static final int BITS = 20; // of a margin: its sign, its exponent, 11 of its fraction
    private static final int BINS = 1 << BITS;

    private double above; // the weight of positives so far
    private double wrong; // of negatives
    private double pairs;
    private double precision;

    private void add(double positive, double negative) {
      pairs += negative * (above + positive / 2);
      above += positive;
      wrong += negative;
      precision += positive == 0 ? 0 : positive * (above / (above + wrong));
    }

    static Areas of(Scores scores) {
      Areas areas = new Areas();
      int[] order = scores.byMargin();
      for (int to = order.length; to > 0; ) {
        float margin = scores.margin(order[to - 1]);
        double positive = 0;
        double negative = 0;
        for (; to > 0 && scores.margin(order[to - 1]) == margin; to--) {
          int example = order[to - 1];
          if (scores.label(example) > 0) {
            positive += scores.weight(example);
          } else {
            negative += scores.weight(example);
          }
        }
        areas.add(positive, negative);
      }
      return areas;
    }

    static Areas binned(Communicator comm, Scores own) {
      double[] weights = new double[2 * BINS]; // negatives and positives of each bin
      for (int i = 0; i < own.size(); i++) {
        int bin = (own.sortable(i) >> Integer.SIZE - BITS) + BINS / 2;
        weights[2 * bin + (own.label(i) > 0 ? 1 : 0)] += own.weight(i);
      }
      comm.allReduce(weights, Reduction.SUM);
      Areas areas = new Areas();
      for (int bin = BINS - 1; bin >= 0; bin--) {
        areas.add(weights[2 * bin + 1], weights[2 * bin]);
      }
      return areas;
    }
  }
}
