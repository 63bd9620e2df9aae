package io.papilio.spark.variable;

import io.papilio.core.schedule.Range;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What the tasks of a process have committed to a variable, added up as it comes.
 *
 * <pre>
 *   commits   part 0   part 1   part 2       each part adds one commit after the other,
 *      1        x        x        x          in the order of the coordinator's answers;
 *      2        x        x      adding       parts do not wait for each other
 *      3      adding     x
 * </pre>
 *
 * So the bits of a sum depend on that order only, not on how many parts there are: the parallel
 * reduction of Li, Davis and Jarvis, "An Efficient Task-based All-Reduce" (2017).
 */
public final class Sum {
  private final Fold fold;
  private final Object values;
  private final List<Part> parts;
  private final Executor pool;

  /** A piece of all values. */
  public static final class Part {
    private final Range range;
    private CompletableFuture<Void> added = CompletableFuture.completedFuture(null);

    private Part(Range range) {
      this.range = range;
    }

    public Range range() {
      return range;
    }

    /** Is done when all that was committed so far is in it, or what went wrong is known. */
    public CompletableFuture<Void> added() {
      return added;
    }
  }

  /** The first commit becomes the sum. */
  Sum(Fold fold, Object values, Workshop workshop) {
    this.fold = fold;
    this.values = values;
    this.parts = fold.parts(values, workshop.lanes()).stream().map(Part::new).toList();
    this.pool = workshop.pool();
  }

  /** Returns at once; calls come one after the other. */
  void add(Object more) {
    for (Part part : parts) {
      part.added = part.added.thenRunAsync(() -> fold.add(values, more, part.range), pool);
    }
  }

  /** Returns all values; only those of parts that are {@linkplain Part#added added} are settled. */
  public Object values() {
    return values;
  }

  public List<Part> parts() {
    return parts;
  }
}
