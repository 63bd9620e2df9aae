package io.papilio.spark.ml;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Labels;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Hybrid;
import io.papilio.learn.linear.Lbfgs;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Online;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Pegasos;
import io.papilio.learn.linear.Sgd;
import io.papilio.learn.linear.TunedSgd;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.learn.train.Goal;
import io.papilio.learn.train.LinearGoal;
import io.papilio.runtime.mix.Consistency;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * A linear model. What is not set is as in papilio train.
 *
 * @param l2 negative if it is not set
 * @param epochs 0 if not set
 * @param maxIter likewise
 * @param tolerance negative if not set
 */
record LinearPlan(
    Loss loss,
    String method,
    double l2,
    double l1,
    int epochs,
    int maxIter,
    double tolerance,
    Steps steps)
    implements Plan {

  private static final int SHOWN = 5;

  /**
   * Of sgd and pegasos, and what is random.
   *
   * @param rate 0: to be found
   * @param sync empty if not set
   */
  record Steps(int batch, double rate, String sync, String consistency, long seed)
      implements Serializable {}

  /** Whether its workers may average weights instead of adding up gradients. */
  private boolean mixes() {
    return method.equals("sgd") || method.equals("pegasos");
  }

  @Override
  public String title() {
    return "%s, %s loss".formatted(method, PapilioLinear.name(loss));
  }

  @Override
  public int mostLabels() {
    return loss.isTwoClass() ? SHOWN + 1 : 0;
  }

  @Override
  public void check(Census census) {
    census.features();
    if (!loss.isTwoClass()) {
      return;
    }
    if (census.labels().size() > 2) {
      throw new IllegalArgumentException(
          "more than two labels (%s): use PapilioSoftmax for classes, or the squared loss"
              .formatted(census.someLabels(SHOWN)));
    }
    if (census.labels().size() < 2) {
      throw new IllegalArgumentException(
          "all labels are %s: two classes need two".formatted(census.someLabels(1)));
    }
  }

  private static Labels labels(Census census) {
    return new Labels(census.labels().first(), census.labels().last());
  }

  @Override
  public SparseRows labelled(Census census, SparseRows rows) {
    return loss.isTwoClass() ? labels(census).map(rows) : rows;
  }

  private Objective objective() {
    double usual = method.equals("online") ? 0 : 1;
    return new Objective(loss, l2 < 0 ? usual : l2, l1);
  }

  @Override
  public Goal goal(Census census) {
    return new LinearGoal(objective(), census.features());
  }

  @Override
  public Optimizer optimizer(Census census, LinkModel link, int threads) {
    return optimizer();
  }

  /**
   * Made of what is set.
   *
   * @throws IllegalArgumentException if that does not go together
   */
  Optimizer optimizer() {
    Objective objective = objective();
    Sync sync = sync();
    return switch (method) {
      case "sgd" -> sgd(objective, sync);
      case "pegasos" -> new Pegasos(objective, epochs(5), steps.batch, steps.seed, sync);
      case "online" -> new Online(objective, epochs(1), steps.seed);
      case "lbfgs" -> new Lbfgs(objective, maxIter == 0 ? 100 : maxIter, tolerance(1e-6));
      case "hybrid" ->
          new Hybrid(
              new Online(objective, epochs(1), steps.seed),
              new Lbfgs(objective, maxIter == 0 ? 30 : maxIter, tolerance(1e-4)));
      default ->
          throw new IllegalArgumentException(
              "no optimizer '%s'; there are: hybrid, lbfgs, online, sgd, pegasos"
                  .formatted(method));
    };
  }

  private Optimizer sgd(Objective objective, Sync sync) {
    double rate = steps.rate == 0 ? 1 : steps.rate;
    Sgd sgd = new Sgd(objective, epochs(5), steps.batch, rate, false, steps.seed, sync);
    return steps.rate == 0 ? new TunedSgd(sgd) : sgd;
  }

  private int epochs(int usual) {
    return epochs == 0 ? usual : epochs;
  }

  private double tolerance(double usual) {
    return tolerance < 0 ? usual : tolerance;
  }

  private Sync sync() {
    String usual = mixes() ? "butterfly" : "allreduce";
    try {
      Sync chosen =
          new Sync(
              SyncStrategy.parse(steps.sync.isEmpty() ? usual : steps.sync),
              Consistency.parse(steps.consistency));
      if (!mixes() && !chosen.equals(Sync.ALL_REDUCE)) {
        throw new IllegalArgumentException(
            method + " averages in its own way: sync and consistency are for sgd and pegasos");
      }
      return chosen;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public LinearModel model(Census census, float[] weights) {
    boolean two = loss.isTwoClass();
    float negative = two ? labels(census).negative() : Float.NaN;
    float positive = two ? labels(census).positive() : Float.NaN;
    return new LinearModel(loss, weights, negative, positive, Features.plain());
  }
}
