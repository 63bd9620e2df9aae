package io.papilio.spark.bench;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.AllReduce;
import io.papilio.spark.PapilioBarrier;
import io.papilio.spark.PapilioPlugin;
import io.papilio.spark.SharedVector;
import io.papilio.spark.SparkCluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/**
 * One iteration of a learner on Spark, as the paper counts it: every task brings a vector, and
 * every task of the next job reads the sum of all.
 *
 * <pre>
 *   tree      treeReduce to the driver, broadcast, a job that reads it       what Spark offers
 *   shared    a job that commits, a job that gets                            ours
 *   empty     two jobs that do nothing                                       what both pay
 *   make      the same, and each task of the first makes its vector          and this
 *   stay      one all-reduce among tasks that stay, in a barrier stage       ours, for learners
 * </pre>
 *
 * Samples are taken in turns; vectors are random, since Spark compresses, and a task's own copy of
 * them is made anew each time.
 */
public final class VariableBench {
  private static final int EXECUTORS = 4;

  private static volatile float sink;

  private final SparkCluster cluster;
  private final JavaRDD<Integer> tasks;
  private final int samples;
  private final List<ProcessHandle> processes = new ArrayList<>();

  private VariableBench(SparkCluster cluster, int samples) {
    this.cluster = cluster;
    this.samples = samples;
    List<Integer> numbers = IntStream.range(0, EXECUTORS).boxed().toList();
    this.tasks = cluster.context().parallelize(numbers, EXECUTORS);
    processes.add(ProcessHandle.current());
    cluster.executorPids().values().forEach(pid -> processes.add(ProcessHandle.of(pid).get()));
  }

  /** {@code MEMORY SAMPLES LENGTH...}, such as {@code 2g 9 1e5 1e6 1e7}. */
  public static void main(String[] args) {
    Map<String, String> conf =
        Map.of(
            "spark.plugins",
            PapilioPlugin.class.getName(),
            "spark.executor.memory",
            args[0],
            "spark.executor.extraJavaOptions",
            "--add-modules=jdk.incubator.vector " + System.getProperty("executor.options", ""),
            "spark.driver.maxResultSize",
            "0"); // or the tree could not bring long vectors to the driver
    try (SparkCluster cluster = SparkCluster.start(EXECUTORS, 1, conf)) {
      VariableBench bench = new VariableBench(cluster, Integer.parseInt(args[1]));
      for (int i = 0; i < 300; i++) { // Spark's own code warms up
        bench.empty();
        bench.tree(1000);
        bench.shared(1000);
      }
      System.out.println("milliseconds: best and median; of all cores in the mean");
      System.out.println("  length  kind         best    median      cores");
      for (String length : Arrays.copyOfRange(args, 2, args.length)) {
        bench.measure((int) Double.parseDouble(length));
      }
    }
  }

  /** What the tasks of an executor bring. */
  static final class Vectors {
    private static final Map<String, float[]> MADE = new ConcurrentHashMap<>();

    static float[] of(int task, int length) {
      return MADE.computeIfAbsent(
              task + " " + length,
              key -> {
                SplittableRandom random = new SplittableRandom(task);
                float[] vector = new float[length];
                for (int i = 0; i < length; i++) {
                  vector[i] = (float) random.nextDouble() - 0.5f;
                }
                return vector;
              })
          .clone();
    }
  }

  private static float[] add(float[] a, float[] b) {
    for (int i = 0; i < a.length; i++) {
      a[i] += b[i];
    }
    return a;
  }

  /** Reads a little of it everywhere. */
  static float touch(float[] vector) {
    float sum = 0;
    for (int i = 0; i < vector.length; i += 1024) {
      sum += vector[i];
    }
    return sum;
  }

  /** What one turn took, and what all processes together had of the cores. */
  private record Sample(double millis, double cpuMillis) {}

  private void measure(int length) {
    List<Parts> parts = new ArrayList<>();
    Map<String, Runnable> kinds = new LinkedHashMap<>();
    kinds.put("empty", this::empty);
    kinds.put("make", () -> make(length));
    kinds.put("tree", () -> tree(length));
    kinds.put("shared", () -> parts.add(shared(length)));
    Map<String, List<Sample>> taken = new HashMap<>();
    for (int i = -4; i < samples; i++) { // the first ones warm up
      for (String kind : kinds.keySet()) {
        double before = cpuMillis();
        double millis = millis(kinds.get(kind));
        if (i >= 0) {
          taken
              .computeIfAbsent(kind, name -> new ArrayList<>())
              .add(new Sample(millis, cpuMillis() - before));
        }
      }
    }
    for (String kind : kinds.keySet()) {
      double cpu = taken.get(kind).stream().mapToDouble(Sample::cpuMillis).average().orElseThrow();
      System.out.printf(
          "%8.0e  %-8s%s  %9.1f%n", (double) length, kind, text(times(taken, kind)), cpu);
    }
    List<Double> tree = times(taken, "tree");
    List<Double> shared = times(taken, "shared");
    double stay = stay(length);
    System.out.printf(
        "          tree/shared %.1f %.1f; stay %.3f, tree/stay %.0f%n",
        best(tree) / best(shared), median(tree) / median(shared), stay, best(tree) / stay);
    List<Parts> measured = parts.subList(parts.size() - samples, parts.size());
    System.out.printf(
        "          shared: commit %s, get %s, of that blocked %s%n",
        text(measured.stream().map(Parts::commit).toList()),
        text(measured.stream().map(Parts::get).toList()),
        text(measured.stream().map(Parts::blocked).toList()));
  }

  private static List<Double> times(Map<String, List<Sample>> taken, String kind) {
    return taken.get(kind).stream().map(Sample::millis).toList();
  }

  /** Of the driver and the executors, so far. */
  private double cpuMillis() {
    return processes.stream()
        .mapToLong(process -> process.info().totalCpuDuration().orElseThrow().toMillis())
        .sum();
  }

  static String text(List<Double> millis) {
    return "%9.1f %9.1f".formatted(best(millis), median(millis));
  }

  static double best(List<Double> millis) {
    return millis.stream().mapToDouble(each -> each).min().orElseThrow();
  }

  static double median(List<Double> millis) {
    return millis.stream().sorted().toList().get(millis.size() / 2);
  }

  static double millis(Runnable action) {
    long start = System.nanoTime();
    action.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private void empty() {
    tasks.foreach(task -> {});
    tasks.foreach(task -> {});
  }

  private void make(int length) {
    tasks.foreach(task -> Vectors.of(task, length));
    tasks.foreach(task -> {});
  }

  private void tree(int length) {
    float[] sum = tasks.map(task -> Vectors.of(task, length)).treeReduce(VariableBench::add);
    Broadcast<float[]> told = cluster.context().broadcast(sum);
    tasks.map(task -> touch(told.value())).collect();
    told.destroy();
  }

  /** The two jobs, and how long the task that waited longest was blocked. */
  private record Parts(double commit, double get, double blocked) {}

  private Parts shared(int length) {
    try (SharedVector<float[]> vector =
        AllReduce.init(cluster.context().sc(), "bench", EXECUTORS, Reduction.SUM)) {
      List<Double> blocked = new ArrayList<>();
      double commit = millis(() -> tasks.foreach(task -> vector.commit(Vectors.of(task, length))));
      double get =
          millis(
              () ->
                  blocked.addAll(
                      tasks
                          .map(
                              task -> {
                                double waited = millis(vector::get);
                                sink = touch(vector.get());
                                return waited;
                              })
                          .collect()));
      return new Parts(commit, get, Collections.max(blocked));
    }
  }

  /** The best of many calls, on the slowest task. */
  private double stay(int length) {
    Object[] best =
        (Object[])
            tasks
                .rdd()
                .barrier()
                .mapPartitions(
                    new Stay(length), false, ClassTag$.MODULE$.<Object>apply(Double.class))
                .collect();
    return Stream.of(best).mapToDouble(each -> (Double) each).max().orElseThrow();
  }

  /** A task that stays. */
  private static final class Stay
      extends AbstractFunction1<
          scala.collection.Iterator<Integer>, scala.collection.Iterator<Object>>
      implements java.io.Serializable {
    private static final long serialVersionUID = 1;

    private final int length;

    Stay(int length) {
      this.length = length;
    }

    @Override
    public scala.collection.Iterator<Object> apply(scala.collection.Iterator<Integer> rows) {
      Communicator comm = PapilioBarrier.communicator();
      float[] vector = Vectors.of(comm.rank(), length);
      int calls = Math.max(3, Math.min(100, 20_000_000 / length));
      double best = Double.MAX_VALUE;
      for (int spell = 0; spell < 12; spell++) { // the first ones warm up
        comm.barrier();
        double millis =
            millis(
                () -> {
                  for (int i = 0; i < calls; i++) {
                    comm.allReduce(vector, Reduction.MEAN);
                  }
                });
        best = Math.min(best, millis / calls);
      }
      return CollectionConverters.asScala(List.<Object>of(best).iterator());
    }
  }
}
