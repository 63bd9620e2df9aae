package io.papilio.spark.variable;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/**
 * For {@code float[]} and {@code double[]}, by the usual reductions. The first array that comes
 * becomes the sum, the next ones are added to it; the collective works on a copy.
 *
 * <pre>
 *   part 0   added up |     | copied | all-reduce        |        begun in one order on all ranks
 *   part 1    added up|     |  copied | all-reduce        |
 *                      room for the copy: no memory is taken before commits have given theirs back
 * </pre>
 */
public final class DenseFold implements Fold {
  private static final long serialVersionUID = 1;
  private static final List<Reduction> KNOWN =
      List.of(Reduction.SUM, Reduction.MEAN, Reduction.MIN, Reduction.MAX, Reduction.PRODUCT);

  /** A shorter part takes less time than it takes to wake a thread for it. */
  private static final int SHORTEST_PART = 1 << 17;

  private final String reduction;
  private final int tasks;
  private final int shortestPart;

  /** The mean is that of all tasks. */
  public DenseFold(Reduction reduction, int tasks) {
    this(reduction, tasks, SHORTEST_PART);
  }

  DenseFold(Reduction reduction, int tasks, int shortestPart) {
    if (!KNOWN.contains(reduction)) {
      throw new IllegalArgumentException(
          "only %s can travel to the executors, not %s: use elements and a function of your own"
              .formatted(KNOWN, reduction));
    }
    this.reduction = reduction.toString();
    this.tasks = tasks;
    this.shortestPart = shortestPart;
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

  private static Slice slice(Slice values, Range part) {
    return values.slice(part.from(), part.to());
  }

  @Override
  public List<Range> parts(Object values, int threads) {
    int length = slice(values).length();
    int parts = Math.max(1, Math.min(threads, length / shortestPart));
    return IntStream.range(0, parts).mapToObj(i -> Range.part(length, parts, i)).toList();
  }

  @Override
  public void add(Object sum, Object values, Range part) {
    step().combine(slice(slice(sum), part), slice(slice(values), part));
  }

  @Override
  public CompletableFuture<Object> reduce(Sum sum, Communicator comm, Workshop workshop) {
    Slice own = slice(sum.values());
    Executor pool = workshop.pool();
    CompletableFuture<Slice> result =
        Futures.all(sum.parts().stream().map(Sum.Part::added).toList())
            .thenApplyAsync(none -> Slice.allocate(own.type(), own.length()), pool);
    CompletableFuture<Call> last =
        workshop.choice().choose(comm).thenApply(by -> new Call(by, Slice.EMPTY, null));
    List<CompletableFuture<Void>> parts = new ArrayList<>();
    for (Sum.Part part : sum.parts()) {
      CompletableFuture<Slice> copied =
          result.thenApplyAsync(all -> copy(own, all, part.range()), pool);
      last = last.thenCombine(copied, (before, copy) -> call(comm, copy, before.by));
      parts.add(last.thenCompose(call -> call.done.thenRunAsync(() -> finish(call.values), pool)));
    }
    return Futures.all(parts).thenApply(none -> result.join().array());
  }

  /** An all-reduce of a part. */
  private record Call(Optional<Algorithm> by, Slice values, CompletableFuture<Void> done) {}

  private Call call(Communicator comm, Slice values, Optional<Algorithm> by) {
    return new Call(
        by,
        values,
        by.isPresent()
            ? comm.allReduceAsync(values, step(), by.get())
            : comm.allReduceAsync(values, step()));
  }

  private static Slice copy(Slice from, Slice to, Range part) {
    Slice copy = slice(to, part);
    slice(from, part).copyTo(copy);
    return copy;
  }

  private void finish(Slice sum) {
    int end = sum.offset() + sum.length();
    if (isMean() && sum.array() instanceof float[] floats) {
      for (int i = sum.offset(); i < end; i++) {
        floats[i] /= tasks;
      }
    } else if (isMean()) {
      double[] doubles = sum.doubles();
      for (int i = sum.offset(); i < end; i++) {
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
