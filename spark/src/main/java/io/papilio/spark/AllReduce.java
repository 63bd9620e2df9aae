package io.papilio.spark;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.variable.Combine;
import io.papilio.spark.variable.DenseFold;
import io.papilio.spark.variable.ElementFold;
import io.papilio.spark.variable.Fold;
import java.util.List;
import org.apache.spark.SparkContext;

/**
 * A vector that the tasks of one job fill and those of a later one read.
 *
 * <pre>{@code
 * SharedVector<float[]> gradient = AllReduce.init(sc, "gradient", 8, Reduction.SUM);
 * rows.foreachPartition(part -> gradient.commit(gradientOf(part)));       // 8 tasks
 * rows.foreachPartition(part -> step(gradient.get(), part));              // the sum of all
 * }</pre>
 *
 * The interface of Li, Davis and Jarvis, "An Efficient Task-based All-Reduce": the vectors of an
 * executor's tasks become one as they arrive, the executors combine theirs among themselves, and
 * none passes through the driver.
 */
public final class AllReduce {
  private AllReduce() {}

  /**
   * For {@code float[]} and {@code double[]}.
   *
   * @param key a name; a variable that had it is closed
   * @param numTasks how many tasks will commit: their partitions are 0 to this, exclusive
   * @param reduction SUM, MEAN (over tasks), MIN, MAX or PRODUCT
   */
  public static <V> SharedVector<V> init(
      SparkContext sc, String key, int numTasks, Reduction reduction) {
    return init(sc, key, numTasks, new DenseFold(reduction, numTasks));
  }

  /** For lists of elements of any type, combined one by one. */
  public static <E> SharedVector<List<E>> init(
      SparkContext sc, String key, int numTasks, Combine<E> function) {
    return init(sc, key, numTasks, ElementFold.ofLists(function));
  }

  /** For arrays of them: {@code init(sc, "longest", 8, longer, String.class)}. */
  public static <E> SharedVector<E[]> init(
      SparkContext sc, String key, int numTasks, Combine<E> function, Class<E> type) {
    return init(sc, key, numTasks, ElementFold.ofArrays(function, type));
  }

  private static <V> SharedVector<V> init(SparkContext sc, String key, int numTasks, Fold fold) {
    if (numTasks < 1) {
      throw new IllegalArgumentException("a variable that " + numTasks + " tasks commit to");
    }
    if (sc.isStopped()) {
      throw new IllegalStateException("this SparkContext was stopped");
    }
    return new SharedVector<>(key, DriverSide.current().open(key, numTasks), numTasks, fold);
  }
}
