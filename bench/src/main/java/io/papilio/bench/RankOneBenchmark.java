package io.papilio.bench;

import io.papilio.core.schedule.Range;
import io.papilio.learn.matrix.Factors;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.RankOneUpdates;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A batch of rank-1 updates, {@code W -= rate * sum of u v^T}, beside what memory allows: a pass
 * that reads and writes the same elements of W and does next to nothing with them.
 *
 * <p>{@code bytes} are what has to be read and written, in a second: the share of the bandwidth is
 * that of {@code update} by that of {@code pass}. The more pairs, the more is computed for each
 * byte. The matrix has 100 MB, since no cache should hold it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RankOneBenchmark {

  /** What v are like: all elements, or one in a hundred. */
  public enum Kind {
    DENSE,
    SPARSE
  }

  @Param Kind kind;

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
        if (kind == Kind.DENSE || random.nextInt(100) == 0) {
          factors.v().entry(i, (float) random.nextDouble() + 0.1f);
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
