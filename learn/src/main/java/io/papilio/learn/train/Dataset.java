package io.papilio.learn.train;

import io.papilio.learn.data.Labels;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a training, with labels as its loss wants them.
 *
 * @param rows to learn from
 * @param heldOut rows kept back to see when to end; may be empty
 * @param test to judge by; may be empty
 * @param features how many there are in the rows to learn from
 * @param negative what rows labelled −1 are called by the user; NaN if labels are as they were read
 * @param positive and those labelled +1
 */
public record Dataset(
    Shard rows, Shard heldOut, Shard test, int features, float negative, float positive) {
  /** So many rows show well enough how a training goes. */
  private static final int MOST_JUDGED = 10_000;

  /** Labels are as they are. */
  public static Dataset of(List<SparseRows> blocks, List<SparseRows> test) {
    return of(Shard.of(blocks), Shard.of(test), Float.NaN, Float.NaN);
  }

  /** Labels of two classes become −1 and +1, by the rows to learn from. */
  public static Dataset of(List<SparseRows> blocks, List<SparseRows> test, Loss loss) {
    if (!loss.isTwoClass()) {
      return of(blocks, test);
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
    Shard none = Shard.of(List.of());
    return new Dataset(rows, none, test, rows.features(), negative, positive);
  }

  /** The same with this share of the rows, spread evenly, kept back. */
  public Dataset holdOut(double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("cannot hold out a share of " + share);
    }
    if (share == 0) {
      return this;
    }
    List<SparseRows> learned = new ArrayList<>();
    List<SparseRows> kept = new ArrayList<>();
    RowsBuilder learning = new RowsBuilder();
    RowsBuilder keeping = new RowsBuilder();
    for (int i = 0; i < rows.size(); i++) {
      boolean keep = (long) ((i + 1) * share) > (long) (i * share);
      (keep ? keeping : learning).addRow(rows.block(i), rows.row(i));
      if (i + 1 == rows.size() || rows.block(i + 1) != rows.block(i)) {
        learned.add(learning.build());
        kept.add(keeping.build());
      }
    }
    Shard rest = Shard.of(learned);
    Shard held = Shard.of(kept);
    if (held.size() == 0 || rest.size() == 0) {
      throw new IllegalArgumentException(
          "%s of %d rows is none, or all of them".formatted(share, rows.size()));
    }
    return new Dataset(rest, held, test, features, negative, positive);
  }

  /** What a model is judged by in the end. */
  public Shard judged() {
    return test.size() > 0 ? test : rows;
  }

  /** What it is judged by on the way: as many as do not take long, spread evenly. */
  public Shard sample() {
    return heldOut.size() + test.size() > 0 ? sample(Integer.MAX_VALUE) : sample(MOST_JUDGED);
  }

  /** The same where each takes long: no more than so many. */
  public Shard sample(int most) {
    Shard all = heldOut.size() > 0 ? heldOut : judged();
    return all.size() <= most ? all : Shard.of(List.of(all.pick(most)));
  }
}
