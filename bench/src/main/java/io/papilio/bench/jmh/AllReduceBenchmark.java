package io.papilio.bench.jmh;

import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One all-reduce after another, of two ranks in this JVM. With {@code -prof gc} it shows how much
 * both ranks together allocate for each.
 *
 * <p>The other rank calls without end; it stops when this one leaves the group.
 */
@State(Scope.Benchmark)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class AllReduceBenchmark extends TimedBenchmark {
  @Param Wiring transport;

  @Param({"1000", "100000", "1000000"})
  int length;

  private RankPair ranks;
  private Communicator comm;
  private float[] values;
  private Thread other;

  @Setup
  public void open() throws IOException {
    ranks = RankPair.open(transport);
    comm = ranks.first();
    values = RankVectors.floats(0, length);
    other = new Thread(this::repeat, "rank-1");
    other.setDaemon(true);
    other.start();
  }

  private void repeat() {
    float[] others = RankVectors.floats(1, length);
    try {
      while (true) {
        ranks.second().allReduce(others, Reduction.SUM);
      }
    } catch (CollectiveException e) {
      if (e.failedRank() != 0) {
        throw e;
      }
    }
  }

  @Benchmark
  public float[] allReduce() {
    comm.allReduce(values, Reduction.SUM);
    return values;
  }

  @TearDown
  public void close() throws InterruptedException {
    comm.close();
    other.join();
    ranks.close();
  }
}
