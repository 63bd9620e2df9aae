package io.papilio.spark.variable;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * For {@code float[]} and {@code double[]}, by the usual reductions. The first array that comes
 * becomes the sum, the next ones are added to it; the collective works on a copy.
 */
public final class DenseFold implements Fold {
  private static final long serialVersionUID = 1;
  private static final List<Reduction> KNOWN =
      List.of(Reduction.SUM, Reduction.MEAN, Reduction.MIN, Reduction.MAX, Reduction.PRODUCT);

  private final String reduction;
  private final int tasks;

  /** The mean is that of all tasks. */
  public DenseFold(Reduction reduction, int tasks) {
    if (!KNOWN.contains(reduction)) {
      throw new IllegalArgumentException(
          "only %s can travel to the executors, not %s: use elements and a function of your own"
              .formatted(KNOWN, reduction));
    }
    this.reduction = reduction.toString();
    this.tasks = tasks;
  }

  private boolean isMean() {
    return reduction.equals(Reduction.MEAN.toString());
  }

  /** What is left of the mean is done at the end, by the number of tasks. */
  private Reduction step() {
    return isMean()
        ? Reduction.SUM
        : KNOWN.stream().filter(each -> each.toString().equals(reduction)).findFirst().get();
  }

  private static Slice slice(Object values) {
    if (values instanceof float[] floats) {
      return Slice.of(floats);
    }
    if (values instanceof double[] doubles) {
      return Slice.of(doubles);
    }
    throw new IllegalArgumentException(
        "a vector is a float[] or a double[], not "
            + (values == null ? "null" : values.getClass().getSimpleName()));
  }

  @Override
  public String shape(Object values) {
    Slice slice = slice(values);
    return slice.type() + " " + slice.length();
  }

  @Override
  public Object add(Object sum, Object values) {
    if (sum == null) {
      return values;
    }
    step().combine(slice(sum), slice(values));
    return sum;
  }

  @Override
  public CompletableFuture<Object> reduce(Object sum, Communicator comm, Workshop workshop) {
    Slice copy = slice(sum).copy();
    return comm.allReduceAsync(copy, step())
        .thenApply(
            none -> {
              finish(copy.array());
              return copy.array();
            });
  }

  private void finish(Object sum) {
    if (isMean() && sum instanceof float[] floats) {
      for (int i = 0; i < floats.length; i++) {
        floats[i] /= tasks;
      }
    } else if (isMean()) {
      double[] doubles = (double[]) sum;
      for (int i = 0; i < doubles.length; i++) {
        doubles[i] /= tasks;
      }
    }
  }

  @Override
  public CompletableFuture<Object> copy(
      Object result, String shape, Communicator pair, Workshop workshop) {
    String[] words = shape.split(" ");
    Slice values =
        result == null
            ? Slice.allocate(ElementType.valueOf(words[0]), Integer.parseInt(words[1]))
            : slice(result);
    return pair.broadcastAsync(values, 0).thenApply(none -> values.array());
  }
}
