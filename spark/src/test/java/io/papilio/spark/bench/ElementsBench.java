package io.papilio.spark.bench;

import com.codahale.metrics.Gauge;
import io.papilio.spark.AllReduce;
import io.papilio.spark.PapilioPlugin;
import io.papilio.spark.SharedVector;
import io.papilio.spark.SparkCluster;
import io.papilio.spark.variable.Combine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Where the time of an iteration goes if vectors are lists of objects, and what it gains to cut
 * them: Figure 6 of the paper. Elements are arrays of eight random doubles, added up by a function;
 * Spark's serialiser is the one it has by default. Clusters of one lane and of several take turns.
 *
 * <pre>
 *   start     two jobs that do nothing
 *   compute   a task makes its list
 *   serialise, deserialise    of one executor, over all its threads
 *   blocked   a task waits in get(), while others of these go on
 * </pre>
 */
public final class ElementsBench {
  private static final int EXECUTORS = 2;
  private static final int WIDTH = 8;
  private static final String SOURCE = "plugin." + PapilioPlugin.class.getName();
  private static final List<String> METERS = List.of("serialise", "deserialise", "blocked");

  private ElementsBench() {}

  /** {@code MEMORY ROUNDS LENGTH LANES...}, such as {@code 2g 2 1e5 1 2 4}. */
  public static void main(String[] args) {
    System.out.println(
        "lanes  milliseconds: total  start  compute  serialise  deserialise  blocked");
    for (int round = 0; round < Integer.parseInt(args[1]); round++) {
      for (String lanes : Arrays.copyOfRange(args, 3, args.length)) {
        Map<String, String> conf =
            Map.of(
                "spark.plugins",
                PapilioPlugin.class.getName(),
                "spark.papilio.lanes",
                lanes,
                "spark.executor.memory",
                args[0],
                "spark.executor.extraJavaOptions",
                "-XX:+UseParallelGC");
        try (SparkCluster cluster = SparkCluster.start(EXECUTORS, 1, conf)) {
          measure(cluster, (int) Double.parseDouble(args[2]), lanes);
        }
      }
    }
  }

  static List<double[]> elements(int task, int length) {
    SplittableRandom random = new SplittableRandom(task);
    List<double[]> elements = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      elements.add(random.doubles(WIDTH).toArray());
    }
    return elements;
  }

  private static void measure(SparkCluster cluster, int length, String lanes) {
    List<Integer> numbers = IntStream.range(0, EXECUTORS).boxed().toList();
    JavaRDD<Integer> tasks = cluster.context().parallelize(numbers, EXECUTORS);
    double[] best = {Double.MAX_VALUE};
    for (int i = 0; i < 9; i++) { // the best is warm
      double[] sample = sample(cluster, tasks, length);
      best = sample[0] < best[0] ? sample : best;
    }
    System.out.printf(
        "%5s  %19.0f  %5.0f  %7.0f  %9.0f  %11.0f  %7.0f%n",
        lanes, best[0], best[1], best[2], best[3], best[4], best[5]);
  }

  private static double[] sample(SparkCluster cluster, JavaRDD<Integer> tasks, int length) {
    Combine<double[]> add =
        (a, b) -> {
          double[] sum = a.clone();
          Arrays.setAll(sum, i -> sum[i] + b[i]);
          return sum;
        };
    long start = System.nanoTime();
    tasks.foreach(task -> {});
    tasks.foreach(task -> {});
    double startMillis = millisSince(start);
    List<Double> before = meters(tasks);
    start = System.nanoTime();
    double compute;
    try (SharedVector<List<double[]>> vector =
        AllReduce.init(cluster.context().sc(), "elements", EXECUTORS, add)) {
      compute =
          tasks
              .map(
                  task -> {
                    long from = System.nanoTime();
                    List<double[]> own = elements(task, length);
                    double millis = millisSince(from);
                    vector.commit(own);
                    return millis;
                  })
              .reduce(Math::max);
      tasks.map(task -> vector.get().get(length / 2)[task]).count();
    }
    double total = millisSince(start);
    List<Double> after = meters(tasks);
    double[] sample = new double[3 + METERS.size()];
    sample[0] = total;
    sample[1] = startMillis;
    sample[2] = compute;
    for (int i = 0; i < METERS.size(); i++) {
      sample[3 + i] = after.get(i) - before.get(i);
    }
    return sample;
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  /** What the executors' meters say, on average. */
  private static List<Double> meters(JavaRDD<Integer> tasks) {
    List<List<Double>> all = tasks.map(task -> meters()).collect();
    return IntStream.range(0, METERS.size())
        .mapToObj(i -> all.stream().collect(Collectors.averagingDouble(each -> each.get(i))))
        .toList();
  }

  private static List<Double> meters() {
    var gauges =
        CollectionConverters.asJava(SparkEnv.get().metricsSystem().getSourcesByName(SOURCE))
            .get(0)
            .metricRegistry()
            .getGauges();
    List<Double> values = new ArrayList<>();
    for (String meter : METERS) {
      Gauge<?> gauge = gauges.get(meter);
      values.add((Double) gauge.getValue());
    }
    return values;
  }
}
