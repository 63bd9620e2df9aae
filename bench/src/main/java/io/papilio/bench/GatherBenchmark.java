package io.papilio.bench;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The least that learning from rows has to do to memory: the product of each row with weights, and
 * a multiple of it added to them, by threads that share nothing but the machine.
 *
 * <pre>
 *   row   3: 0.2   7: 0.1   9: 0.5        gather   Σ value · weight[index]
 *                                         update   weight[index] += value
 * </pre>
 *
 * Run with one and with two threads ({@code -t 1}, {@code -t 2}), it says how much of a second core
 * there is to be had for this: learners that wait for each other cannot have more.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GatherBenchmark {
  private static final int ROWS = 50_000;

  /** One thread's rows and weights. */
  @State(Scope.Thread)
  public static class Own {
    private SparseRows rows;
    private float[] weights;

    @Setup
    public void fill() {
      Generator generator = new TopicGenerator(System.identityHashCode(this));
      rows = generator.rows(0, ROWS);
      weights = new float[rows.features()];
    }
  }

  /** Rows a second. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public double gather(Own own) {
    double all = 0;
    for (int row = 0; row < ROWS; row++) {
      all += dot(own.rows, row, own.weights);
    }
    return all;
  }

  /** Rows a second. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public double update(Own own) {
    double all = 0;
    int[] indices = own.rows.indices();
    float[] values = own.rows.values();
    float[] weights = own.weights;
    for (int row = 0; row < ROWS; row++) {
      double dot = dot(own.rows, row, weights);
      all += dot;
      float change = dot > 0 ? -1e-3f : 1e-3f;
      for (int i = own.rows.start(row); i < own.rows.end(row); i++) {
        weights[indices[i]] += change * values[i];
      }
    }
    return all;
  }

  private static double dot(SparseRows rows, int row, float[] weights) {
    int[] indices = rows.indices();
    float[] values = rows.values();
    double sum = 0;
    for (int i = rows.start(row); i < rows.end(row); i++) {
      sum += values[i] * weights[indices[i]];
    }
    return sum;
  }
}
