package io.papilio.spark;

import io.papilio.spark.variable.Fold;
import io.papilio.spark.variable.LostPartitionsException;
import io.papilio.spark.variable.Manager.Commit;
import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function;
import scala.Function1;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * What {@link AllReduce} gives: the driver makes it, tasks commit to it and get from it.
 *
 * <p>Each partition counts once, however often its task runs and wherever: the first commit stands.
 * If an executor dies with commits that nobody else holds, {@link #get} fails with a {@link
 * LostPartitionsException}, and {@link #recover} runs those again.
 */
public final class SharedVector<V> implements Serializable, AutoCloseable {
  private static final long serialVersionUID = 1;

  /** What is lost so often has another reason than executors that die. */
  private static final int MOST_RUNS = 10;

  private final String key;
  private final long number;
  private final int tasks;
  private final Fold fold;

  SharedVector(String key, long number, int tasks, Fold fold) {
    this.key = key;
    this.number = number;
    this.tasks = tasks;
    this.fold = fold;
  }

  /**
   * In a task: hands over its vector, which must not be touched any more. Returns at once; what the
   * same partition has committed before is what counts.
   */
  public void commit(V vector) {
    TaskContext task = checkTask("commit to");
    if (task.partitionId() >= tasks) {
      throw new IllegalArgumentException(
          "partition %d commits to %s, which is for %d tasks: 0 to %d"
              .formatted(task.partitionId(), this, tasks, tasks - 1));
    }
    long start = System.nanoTime();
    ExecutorSide side = ExecutorSide.current();
    Object values = fold.open(vector);
    fold.shape(values); // or an error
    side.take(new Commit(number, fold, task.partitionId(), values));
    side.meters().commits.increment();
    side.meters().commitNanos.add(System.nanoTime() - start);
  }

  /**
   * In a task of a later job or stage: the result, as soon as there is one. All tasks of an
   * executor get the same vector: it must not be changed.
   *
   * @throws LostPartitionsException if executors died with what some tasks had committed
   * @throws IllegalStateException if there is no result in time, or never will be
   */
  public V get() {
    checkTask("get");
    return get(ExecutorSide.current().conf().timeout());
  }

  /** The same, with a deadline of its own. */
  @SuppressWarnings("unchecked") // what was committed has this type
  public V get(Duration timeout) {
    checkTask("get");
    long start = System.nanoTime();
    ExecutorSide side = ExecutorSide.current();
    CompletableFuture<Object> result =
        side.manager()
            .thenCompose(
                manager ->
                    manager.get(number, fold).orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS));
    Object vector = await(result, timeout);
    side.meters().blockedNanos.add(System.nanoTime() - start);
    return (V) fold.wrap(vector);
  }

  private TaskContext checkTask(String what) {
    TaskContext task = TaskContext.get();
    if (task == null) {
      throw new IllegalStateException(
          "only a task can %s %s: the driver carries no vectors".formatted(what, this));
    }
    return task;
  }

  /**
   * In the driver, when the tasks that commit have ended: returns when there is a result, with no
   * partitions; or with those whose commits were lost, which have to be made again.
   */
  public List<Integer> await() {
    DriverSide side = DriverSide.current();
    return await(side.coordinator().settled(number), side.conf().timeout());
  }

  /** In the driver: partitions of which there is no commit, as yet or any more. */
  public List<Integer> missing() {
    DriverSide side = DriverSide.current();
    return await(side.coordinator().missing(number), side.conf().timeout());
  }

  /** In the driver: a job in which each partition commits what the function makes of it. */
  public <T> void commitAll(JavaRDD<T> rdd, Function<Iterator<T>, V> function) {
    commit(rdd, function, IntStream.range(0, tasks).boxed().toList());
  }

  /**
   * In the driver: waits for the result, and runs again what was lost, and only that.
   *
   * @throws IllegalStateException if partitions are lost again and again
   */
  public <T> void recover(JavaRDD<T> rdd, Function<Iterator<T>, V> function) {
    List<Integer> lost = await();
    for (int run = 0; !lost.isEmpty(); run++) {
      if (run == MOST_RUNS) {
        throw new IllegalStateException(
            "commits of partitions %s of %s were lost %d times"
                .formatted(lost, this, MOST_RUNS + 1));
      }
      commit(rdd, function, lost);
      lost = await();
    }
  }

  /** A job of these partitions only. */
  <T> void commit(JavaRDD<T> rdd, Function<Iterator<T>, V> function, List<Integer> which) {
    if (rdd.getNumPartitions() != tasks) {
      throw new IllegalArgumentException(
          "%d tasks commit to %s, but the RDD has %d partitions"
              .formatted(tasks, this, rdd.getNumPartitions()));
    }
    Object[] partitions = which.toArray();
    rdd.context()
        .runJob(
            rdd.rdd(),
            (Function1<scala.collection.Iterator<T>, Object> & Serializable)
                rows -> {
                  commit(function, rows);
                  return null;
                },
            CollectionConverters.asScala(Arrays.asList(partitions)).toSeq(),
            ClassTag$.MODULE$.<Object>apply(Object.class));
  }

  private <T> void commit(Function<Iterator<T>, V> function, scala.collection.Iterator<T> rows) {
    try {
      commit(function.call(CollectionConverters.asJava(rows)));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the function of " + this + " has failed", e);
    }
  }

  private <T> T await(CompletableFuture<T> future, Duration timeout) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw late(timeout, e);
    } catch (ExecutionException e) {
      if (cause(e) instanceof LostPartitionsException lost) {
        throw lost;
      }
      if (cause(e) instanceof TimeoutException) {
        throw late(timeout, cause(e));
      }
      throw new IllegalStateException(
          "no result of %s: %s".formatted(this, cause(e).getMessage()), cause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + this, e);
    }
  }

  private IllegalStateException late(Duration timeout, Throwable cause) {
    return new IllegalStateException(
        "no result of %s after %s (spark.papilio.timeout): have all %d tasks committed?"
            .formatted(this, timeout, tasks),
        cause);
  }

  private static Throwable cause(ExecutionException e) {
    return e.getCause() instanceof CompletionException inner ? inner.getCause() : e.getCause();
  }

  /** In the driver: the executors forget it. */
  @Override
  public void close() {
    DriverSide.close(key, number);
  }

  @Override
  public String toString() {
    return "shared vector '" + key + "'";
  }
}
