package io.papilio.bench;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.transport.ElementType;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The least that an all-reduce among threads has to do to memory: plain loops on two cores, without
 * any message, wait or order. Each rank adds its piece of all other vectors to its own, and copies
 * all other pieces.
 *
 * <pre>
 *   rank 0   | + + |     |      then   | = | c c |      so that every vector is the sum
 *   rank 1   |     | + + |             | c c | = |
 * </pre>
 *
 * An all-reduce of as many ranks and elements cannot be faster on this machine; how near it comes
 * says what its messages cost.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Threads(FloorBenchmark.CORES)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FloorBenchmark {
  static final int CORES = 2;

  @Param({"2", "4", "8"})
  int ranks;

  @Param({"100000", "1000000", "10000000"})
  int length;

  private float[][] vectors;

  @Setup
  public void fill() {
    vectors = new float[ranks][];
    for (int rank = 0; rank < ranks; rank++) {
      vectors[rank] = Values.slice(ElementType.FLOAT, rank, length).floats();
    }
  }

  /** One core's share: every second rank. */
  @Benchmark
  public float[][] work(ThreadParams thread) {
    work(thread.getThreadIndex() % CORES);
    return vectors;
  }

  void work(int core) {
    for (int rank = core; rank < ranks; rank += CORES) {
      Range own = Range.part(length, ranks, rank);
      for (int other = 0; other < ranks; other++) {
        if (other != rank) {
          add(vectors[rank], vectors[other], own);
          Range piece = Range.part(length, ranks, other);
          System.arraycopy(
              vectors[other], piece.from(), vectors[rank], piece.from(), piece.length());
        }
      }
    }
  }

  float[] vector(int rank) {
    return vectors[rank];
  }

  private static void add(float[] into, float[] from, Range range) {
    for (int i = range.from(); i < range.to(); i++) {
      into[i] += from[i];
    }
  }
}
