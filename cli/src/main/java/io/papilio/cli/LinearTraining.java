package io.papilio.cli;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.Features;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.train.Dataset;
import io.papilio.learn.train.Goal;
import io.papilio.learn.train.LinearGoal;
import java.util.Map;
import java.util.Optional;

/** Data for a linear model, and where it begins. */
record LinearTraining(
    LinearLearner learner, Dataset dataset, Features features, Optional<LinearModel> from)
    implements Training {

  static LinearTraining of(LinearLearner learner, TrainOptions.Loaded loaded, double holdOut) {
    Dataset dataset =
        Dataset.of(loaded.rows(), loaded.test(), learner.objective().loss()).holdOut(holdOut);
    return new LinearTraining(
        learner, dataset, loaded.features(), loaded.from(LinearModel.class, "linear"));
  }

  /** Features that only the model of --from has seen have weights, too. */
  private int size() {
    return Math.max(from.map(LinearModel::size).orElse(0), dataset.features());
  }

  @Override
  public float[] first() {
    int size = size();
    float[] weights = new float[size + 1];
    from.ifPresent(
        model -> {
          System.arraycopy(model.weights(), 0, weights, 0, model.size());
          weights[size] = model.bias();
        });
    return weights;
  }

  @Override
  public Goal goal() {
    return new LinearGoal(learner.objective(), size());
  }

  @Override
  public Optimizer optimizer(LinkModel link, int workers) {
    return learner.optimizer();
  }

  @Override
  public LinearModel model(float[] weights) {
    return new LinearModel(
        learner.objective().loss(), weights, dataset.negative(), dataset.positive(), features);
  }

  @Override
  public Map<String, Object> judge(float[] weights) {
    return Verdict.of(model(weights), dataset.judged());
  }
}
