package io.papilio.cli;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Model;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.train.Dataset;
import io.papilio.learn.train.Goal;
import java.util.Map;

/**
 * A kind of model, and data for it: what {@link TrainJob} has to know of either. Workers of a
 * process share it.
 */
interface Training {
  Dataset dataset();

  /** What it is judged by on the way. */
  default Shard sample() {
    return dataset().sample();
  }

  /** Weights to begin with, for one worker. */
  float[] first();

  /** For one worker. */
  Goal goal();

  /** For so many workers with links like this. */
  Optimizer optimizer(LinkModel link, int workers);

  Model model(float[] weights);

  /** What the weights are worth on the rows to judge by, for JSON. */
  Map<String, Object> judge(float[] weights);

  /** What one of so many workers needs beyond the data, in bytes; 0: not worth a word. */
  default long memoryBytes(int workers) {
    return 0;
  }
}
