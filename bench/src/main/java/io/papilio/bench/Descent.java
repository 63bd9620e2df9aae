package io.papilio.bench;

import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.train.Dataset;
import io.papilio.learn.train.LinearGoal;
import io.papilio.learn.train.Trainer;
import io.papilio.runtime.comm.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.DoublePredicate;

/**
 * How an optimizer comes down, iteration by iteration.
 *
 * @param values of the objective: where L-BFGS begins, then after each of its iterations
 */
record Descent(List<Double> values) {

  /**
   * Runs an optimizer from zero until it ends or has come down enough. What L-BFGS does begins when
   * all rows have been seen once: before, there is nothing, or an online pass.
   */
  static Descent of(
      Dataset data, Objective objective, Optimizer optimizer, int workers, DoublePredicate enough) {
    List<Double> values = new ArrayList<>();
    Trainer.Task task =
        new Trainer.Task(
            data.rows(), data.rows(), new LinearGoal(objective, data.features()), optimizer, 0);
    LocalCluster.run(
        workers,
        comm -> {
          Trainer trainer = new Trainer(comm, task, point -> {});
          Optimizer.Watch watch =
              (examples, weights) -> {
                if (examples < data.rows().size()) {
                  return true;
                }
                double value = trainer.objective(weights);
                if (comm.rank() == 0) {
                  values.add(value);
                }
                return !enough.test(value);
              };
          float[] weights = new float[data.features() + 1];
          optimizer.run(comm, data.rows().part(comm.size(), comm.rank()), weights, watch);
        });
    return new Descent(values);
  }

  /** The same that begins here. */
  Descent from(double start) {
    List<Double> all = new ArrayList<>(List.of(start));
    all.addAll(values);
    return new Descent(all);
  }

  double least() {
    return values.stream().mapToDouble(value -> value).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** How many iterations it takes until the value is above the optimum by this share at most. */
  OptionalInt iterationsTo(double gap, double optimum) {
    for (int i = 0; i < values.size(); i++) {
      if ((values.get(i) - optimum) / optimum <= gap) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
