package io.papilio.bench.jmh;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.transport.ElementType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The least that an all-reduce has to do to memory: plain loops on two cores, without any message,
 * wait or order. Each rank adds its piece of all other vectors to its own, and copies all other
 * pieces: straight from where they lie, as between threads, or from a copy that their owner has
 * made for it, as between processes.
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
@Threads(FloorBenchmark.CORES)
public class FloorBenchmark extends TimedBenchmark {
  static final int CORES = 2;

  @Param({"2", "4", "8"})
  int ranks;

  @Param({"100000", "1000000", "10000000"})
  int length;

  private float[][] vectors;
  private float[][] copies; // a vector's pieces, for whom each is

  @Setup
  public void fill() {
    vectors = new float[ranks][];
    copies = new float[ranks][ranks * largestPiece()];
    for (int rank = 0; rank < ranks; rank++) {
      vectors[rank] = RankVectors.slice(ElementType.FLOAT, rank, length).floats();
    }
  }

  /** One core's share: every second rank. */
  @Benchmark
  public float[][] threads(ThreadParams thread) {
    threads(thread.getThreadIndex() % CORES);
    return vectors;
  }

  @Benchmark
  public float[][] processes(ThreadParams thread) {
    processes(thread.getThreadIndex() % CORES);
    return vectors;
  }

  void threads(int core) {
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

  void processes(int core) {
    for (int rank = core; rank < ranks; rank += CORES) {
      for (int other = 0; other < ranks; other++) {
        Range piece = Range.part(length, ranks, other);
        System.arraycopy(vectors[rank], piece.from(), copies[rank], piece.from(), piece.length());
      }
    }
    for (int rank = core; rank < ranks; rank += CORES) {
      Range own = Range.part(length, ranks, rank);
      for (int other = 0; other < ranks; other++) {
        if (other != rank) {
          add(vectors[rank], copies[other], own);
        }
      }
      for (int other = 0; other < ranks; other++) {
        System.arraycopy(
            vectors[rank], own.from(), copies[rank], other * largestPiece(), own.length());
      }
    }
    for (int rank = core; rank < ranks; rank += CORES) {
      for (int other = 0; other < ranks; other++) {
        Range piece = Range.part(length, ranks, other);
        System.arraycopy(
            copies[other], rank * largestPiece(), vectors[rank], piece.from(), piece.length());
      }
    }
  }

  private int largestPiece() {
    return Range.part(length, ranks, 0).length();
  }

  float[] vector(int rank) {
    return vectors[rank];
  }

  private static void add(float[] into, float[] from, Range range) {
    int end = range.to();
    for (int i = range.from(); i < end; i++) {
      into[i] += from[i];
    }
  }
}
