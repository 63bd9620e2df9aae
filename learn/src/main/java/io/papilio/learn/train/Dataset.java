package io.papilio.learn.train;

import io.papilio.learn.data.Labels;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import java.util.List;

/**
 * The rows of a training, with labels as its loss wants them.
 *
 * @param rows to learn from
 * @param test to judge by; may be empty
 * @param features how many there are in the rows to learn from
 * @param negative what rows labelled −1 are called by the user; NaN if labels are as they were read
 * @param positive and those labelled +1
 */
public record Dataset(Shard rows, Shard test, int features, float negative, float positive) {
  /** So many rows show well enough how a training goes. */
  private static final int MOST_JUDGED = 10_000;

  /** Labels of two classes become −1 and +1, by the rows to learn from. */
  public static Dataset of(List<SparseRows> blocks, List<SparseRows> test, Loss loss) {
    if (!loss.isTwoClass()) {
      return of(Shard.of(blocks), Shard.of(test), Float.NaN, Float.NaN);
    }
    Labels labels = Labels.of(blocks);
    return of(
        Shard.of(blocks.stream().map(labels::map).toList()),
        Shard.of(test.stream().map(labels::map).toList()),
        labels.original(false),
        labels.original(true));
  }

  /** Rows whose labels are mapped as the model's were. */
  public static Shard labelled(List<SparseRows> blocks, LinearModel model) {
    if (!model.loss().isTwoClass()) {
      return Shard.of(blocks);
    }
    Labels labels = new Labels(model.negative(), model.positive());
    return Shard.of(blocks.stream().map(labels::map).toList());
  }

  private static Dataset of(Shard rows, Shard test, float negative, float positive) {
    return new Dataset(rows, test, rows.features(), negative, positive);
  }

  /** What a model is judged by in the end. */
  public Shard judged() {
    return test.size() > 0 ? test : rows;
  }

  /** What it is judged by on the way: as many of those as do not take long, spread evenly. */
  public Shard sample() {
    Shard all = judged();
    if (test.size() > 0 || all.size() <= MOST_JUDGED) {
      return all;
    }
    return Shard.of(List.of(all.pick(MOST_JUDGED)));
  }
}
