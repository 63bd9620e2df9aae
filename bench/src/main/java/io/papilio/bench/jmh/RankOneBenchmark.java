package io.papilio.bench.jmh;

import io.papilio.core.schedule.Range;
import io.papilio.learn.matrix.Factors;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.RankOneUpdates;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A batch of rank-1 updates, {@code W -= rate * sum of u v^T}, by plain loops and with the vector
 * kernel, beside the two things it cannot be faster than:
 *
 * <ul>
 *   <li>{@code pass}: memory. Reads and writes the same elements of W and does next to nothing with
 *       them; {@code bytes} are what both read and write in a second.
 *   <li>{@code products}: arithmetic. As many products are added, each rounded on its own, to
 *       elements that stay in the nearest cache, from registers but for two loads for four of them.
 * </ul>
 *
 * So the share of what is possible is {@code update} by the smaller of both. With few pairs that is
 * memory, with many arithmetic. The matrix has 100 MB, since no cache should hold it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RankOneBenchmark extends TimedBenchmark {

  /** What v are like: all elements, or one in a hundred. */
  public enum Density {
    DENSE,
    SPARSE
  }

  /** Floats that are near: two such arrays, in a core's own cache. */
  private static final int NEAR = 1024;

  @Param Density kind;

  @Param({"1", "4", "16"})
  int pairs;

  @Param({"5000"})
  int rows;

  @Param({"5000"})
  int columns;

  @Param({"1", "2"})
  int threads;

  private Matrix matrix;
  private Factors factors;
  private RankOneUpdates updates;
  private int touched;
  private long entries;

  /** Beside the score. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Traffic {
    public long bytes;
  }

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    matrix = new Matrix(rows, columns);
    factors = new Factors(rows, columns);
    updates = new RankOneUpdates(rows, columns, threads);
    boolean[] seen = new boolean[columns];
    for (int pair = 0; pair < pairs; pair++) {
      float[] u = new float[rows];
      for (int i = 0; i < rows; i++) {
        u[i] = (float) random.nextDouble() - 0.5f;
      }
      factors.u().add(u);
      for (int i = 0; i < columns; i++) {
        if (kind == Density.DENSE || random.nextInt(100) == 0) {
          factors.v().entry(i, (float) random.nextDouble() + 0.1f);
          entries++;
          touched += seen[i] ? 0 : 1;
          seen[i] = true;
        }
      }
      factors.v().end();
    }
  }

  @Benchmark
  public Matrix update(Traffic traffic) {
    updates.subtract(matrix, factors, 1e-6);
    traffic.bytes += 8L * touched * rows;
    return matrix;
  }

  @Benchmark
  @Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
  public Matrix updateByVectors(Traffic traffic) {
    return update(traffic);
  }

  /** As many products, in as many pieces as there are threads. */
  @Benchmark
  public float[] products() {
    long calls = entries * rows / (4L * NEAR);
    return IntStream.range(0, threads)
        .parallel()
        .mapToObj(i -> multiply(calls / threads))
        .reduce((one, other) -> one)
        .orElseThrow();
  }

  private static float[] multiply(long calls) {
    float[] s = new float[NEAR];
    float[] u = new float[NEAR];
    Arrays.fill(u, 1e-6f);
    for (long i = 0; i < calls; i++) {
      multiply(s, u, 1 + 1f / (i + 1));
    }
    return s;
  }

  private static void multiply(float[] s, float[] u, float v) {
    float a = v + 1;
    float b = v + 2;
    float c = v + 3;
    for (int i = 0; i < s.length; i++) {
      s[i] = s[i] + v * u[i] + a * u[i] + b * u[i] + c * u[i];
    }
  }

  /** As many elements, in as many pieces as there are threads. */
  @Benchmark
  public Matrix pass(Traffic traffic) {
    int length = touched * rows;
    float[] values = matrix.values();
    IntStream.range(0, threads)
        .parallel()
        .forEach(i -> negate(values, Range.part(length, threads, i)));
    traffic.bytes += 8L * length;
    return matrix;
  }

  private static void negate(float[] values, Range range) {
    int end = range.to();
    for (int i = range.from(); i < end; i++) {
      values[i] = -values[i];
    }
  }
}
