package io.papilio.spark.ml;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.matrix.Classes;
import io.papilio.learn.matrix.FactorSgd;
import io.papilio.learn.matrix.FactorSync;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.matrix.Rate;
import io.papilio.learn.matrix.TunedFactorSgd;
import io.papilio.learn.train.Goal;
import io.papilio.learn.train.MatrixGoal;
import io.papilio.runtime.mix.Consistency;
import java.util.List;
import java.util.Optional;

/**
 * Softmax by sufficient factors.
 *
 * @param rate 0: to be found
 */
record SoftmaxPlan(
    double l2, int epochs, int batch, double rate, String sync, String consistency, long seed)
    implements Plan {

  @Override
  public String title() {
    return "softmax";
  }

  @Override
  public int mostLabels() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void check(Census census) {
    census.features();
    shape(census);
  }

  private static Classes classes(Census census) {
    return new Classes(census.labels().stream().map(SoftmaxPlan::whole).toList());
  }

  private static int whole(float label) {
    if (label != (int) label || Math.abs(label) > 1 << 24) {
      throw new IllegalArgumentException(
          "label %s: classes are whole numbers, of 24 bits at most".formatted(label));
    }
    return (int) label;
  }

  private MatrixModel.Shape shape(Census census) {
    return new MatrixModel.Shape(
        MatrixKind.SOFTMAX, classes(census).count(), census.features() + 1, l2);
  }

  @Override
  public SparseRows labelled(Census census, SparseRows rows) {
    return classes(census).map(List.of(rows)).get(0);
  }

  @Override
  public Goal goal(Census census) {
    return new MatrixGoal(shape(census).model());
  }

  /**
   * How workers exchange.
   *
   * @throws IllegalArgumentException if that does not go together
   */
  FactorSync sync(LinkModel link) {
    Consistency how = Consistency.parse(consistency);
    if (how instanceof Consistency.BarrierOnly) {
      throw new IllegalArgumentException(how + " is for papilio lab: it loses updates");
    }
    return FactorSync.parse(sync, how, link);
  }

  @Override
  public Optimizer optimizer(Census census, LinkModel link, int threads) {
    MatrixModel.Shape shape = shape(census);
    Rate start = new Rate(Rate.Kind.INVERSE_ROOT, rate == 0 ? 1 : rate);
    FactorSgd sgd = new FactorSgd(shape::model, epochs, batch, start, seed, sync(link), threads);
    return rate == 0 ? new TunedFactorSgd(sgd) : sgd;
  }

  @Override
  public MatrixModel model(Census census, float[] weights) {
    return new MatrixModel(shape(census), weights, Optional.of(classes(census)), Features.plain());
  }
}
