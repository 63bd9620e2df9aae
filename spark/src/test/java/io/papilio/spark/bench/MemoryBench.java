package io.papilio.spark.bench;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.AllReduce;
import io.papilio.spark.PapilioPlugin;
import io.papilio.spark.SharedVector;
import io.papilio.spark.SparkCluster;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/**
 * What a long vector takes of an executor's memory, with eight tasks each that bring one: while the
 * reduction runs, jcmd counts again and again the floats that are in use. The driver's own memory
 * is what PAPILIO_JAVA_OPTS says, and Spark's limits are as they are.
 */
public final class MemoryBench {
  private static final int EXECUTORS = 2;
  private static final int TASKS = 8;

  private MemoryBench() {}

  /** {@code MEMORY LENGTH}, such as {@code 3g 1e8}. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int length = (int) Double.parseDouble(args[1]);
    Map<String, String> conf =
        Map.of(
            "spark.plugins",
            PapilioPlugin.class.getName(),
            "spark.executor.memory",
            args[0],
            "spark.executor.extraJavaOptions",
            "-XX:+UseParallelGC --add-modules=jdk.incubator.vector");
    try (SparkCluster cluster = SparkCluster.start(EXECUTORS, 1, conf)) {
      AtomicLong most = new AtomicLong();
      Thread counter = new Thread(() -> count(cluster, most), "counter");
      counter.setDaemon(true);
      counter.start();
      long start = System.nanoTime();
      run(cluster, length);
      System.out.printf(
          "%d executors, %d tasks each, vectors of %.0e floats, driver %d MB: %.1f s;"
              + " in use at most %.2f vectors an executor, the task's own among them%n",
          EXECUTORS,
          TASKS,
          (double) length,
          Runtime.getRuntime().maxMemory() >> 20,
          (System.nanoTime() - start) / 1e9,
          most.get() / (4.0 * length));
    }
  }

  private static void run(SparkCluster cluster, int length) {
    int tasks = EXECUTORS * TASKS;
    List<Integer> numbers = IntStream.range(0, tasks).boxed().toList();
    JavaRDD<Integer> rdd = cluster.context().parallelize(numbers, tasks);
    try (SharedVector<float[]> vector =
        AllReduce.init(cluster.context().sc(), "memory", tasks, Reduction.SUM)) {
      rdd.foreach(
          task -> {
            float[] own = new float[length];
            for (int i = 0; i < length; i++) {
              own[i] = task + i % 7;
            }
            vector.commit(own);
          });
      float sum = tasks * (tasks - 1) / 2f;
      long right = rdd.filter(task -> isRight(vector.get(), sum, tasks)).count();
      if (right != tasks) {
        throw new IllegalStateException("only " + right + " tasks have read the sum");
      }
    }
  }

  private static boolean isRight(float[] vector, float sum, int tasks) {
    for (int i = 0; i < vector.length; i++) {
      if (vector[i] != sum + i % 7 * tasks) {
        return false;
      }
    }
    return true;
  }

  private static void count(SparkCluster cluster, AtomicLong most) {
    try {
      while (true) {
        for (long pid : cluster.executorPids().values()) {
          most.accumulateAndGet(floatBytes(pid), Math::max);
        }
      }
    } catch (IOException e) {
      System.err.println("jcmd does not work: " + e);
    }
  }

  /** Of all arrays of floats that the process still uses. */
  private static long floatBytes(long pid) throws IOException {
    Process jcmd = new ProcessBuilder("jcmd", "" + pid, "GC.class_histogram").start();
    try (var lines = jcmd.inputReader()) {
      return lines
          .lines()
          .map(line -> line.trim().split("\\s+"))
          .filter(words -> words.length > 3 && words[3].equals("[F"))
          .mapToLong(words -> Long.parseLong(words[2]))
          .findFirst()
          .orElse(0);
    }
  }
}
