package io.papilio.spark.bench;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.AllReduce;
import io.papilio.spark.PapilioPlugin;
import io.papilio.spark.SharedVector;
import io.papilio.spark.SparkCluster;
import io.papilio.spark.variable.Combine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/**
 * What it gains to add and exchange a vector in parts, on executors of two cores with four tasks
 * each: equation 4 of the paper, next to its equation 3. Clusters of one lane and of several take
 * turns.
 *
 * <pre>
 *   floats     of this length; what is added is limited by memory
 *   elements   a list of a hundredth of it, each eight doubles, added by a function
 *   commit     the job that commits
 *   get        the job that gets, of that blocked: the task that waited longest
 * </pre>
 */
public final class PartsBench {
  private static final int TASKS_EACH = 4;
  private static final int CORES = 2;
  private static final int SAMPLES = 25;
  private static final int WARM_UPS = 10;

  private static volatile float sink;

  private final SparkCluster cluster;
  private final JavaRDD<Integer> tasks;
  private final int count;

  private PartsBench(SparkCluster cluster, int count) {
    this.cluster = cluster;
    this.count = count;
    List<Integer> numbers = IntStream.range(0, count).boxed().toList();
    this.tasks = cluster.context().parallelize(numbers, count);
  }

  /** {@code MEMORY ROUNDS EXECUTORS LENGTH LANES...}, such as {@code 2g 2 1 1e7 1 2}. */
  public static void main(String[] args) {
    System.out.println("milliseconds, best and median");
    System.out.println("lanes  kind             commit                 get             blocked");
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      for (String lanes : Arrays.copyOfRange(args, 4, args.length)) {
        Map<String, String> conf =
            Map.of(
                "spark.plugins",
                PapilioPlugin.class.getName(),
                "spark.papilio.lanes",
                lanes,
                "spark.executor.memory",
                args[0],
                "spark.executor.extraJavaOptions",
                "--add-modules=jdk.incubator.vector -XX:+UseParallelGC");
        int executors = Integer.parseInt(args[2]);
        int length = (int) Double.parseDouble(args[3]);
        try (SparkCluster cluster = SparkCluster.start(executors, CORES, conf)) {
          PartsBench bench = new PartsBench(cluster, executors * TASKS_EACH);
          bench.measure(lanes, "floats", () -> bench.floats(length));
          bench.measure(lanes, "elements", () -> bench.elements(length / 100));
        }
      }
    }
  }

  /** What the two jobs took, and how long the task that waited longest was blocked. */
  private record Sample(double commit, double get, double blocked) {}

  private void measure(String lanes, String kind, Supplier<Sample> source) {
    List<Sample> samples = new ArrayList<>();
    for (int i = -WARM_UPS; i < SAMPLES; i++) {
      Sample sample = source.get();
      if (i >= 0) {
        samples.add(sample);
      }
    }
    System.out.printf(
        "%5s  %-8s  %s %s %s%n",
        lanes,
        kind,
        VariableBench.text(samples.stream().map(Sample::commit).toList()),
        VariableBench.text(samples.stream().map(Sample::get).toList()),
        VariableBench.text(samples.stream().map(Sample::blocked).toList()));
  }

  private Sample floats(int length) {
    try (SharedVector<float[]> vector =
        AllReduce.init(cluster.context().sc(), "floats", count, Reduction.SUM)) {
      double commit =
          VariableBench.millis(
              () ->
                  tasks.foreach(task -> vector.commit(VariableBench.Vectors.of(task % 2, length))));
      return get(
          commit,
          tasks.map(
              task -> {
                double waited = VariableBench.millis(vector::get);
                sink = VariableBench.touch(vector.get());
                return waited;
              }));
    }
  }

  private Sample elements(int length) {
    Combine<double[]> add =
        (a, b) -> {
          double[] sum = a.clone();
          Arrays.setAll(sum, i -> sum[i] + b[i]);
          return sum;
        };
    try (SharedVector<List<double[]>> vector =
        AllReduce.init(cluster.context().sc(), "elements", count, add)) {
      double commit =
          VariableBench.millis(
              () -> tasks.foreach(task -> vector.commit(ElementsBench.elements(task, length))));
      return get(commit, tasks.map(task -> VariableBench.millis(vector::get)));
    }
  }

  private static Sample get(double commit, JavaRDD<Double> waits) {
    List<Double> blocked = new ArrayList<>();
    double get = VariableBench.millis(() -> blocked.addAll(waits.collect()));
    return new Sample(commit, get, Collections.max(blocked));
  }
}
