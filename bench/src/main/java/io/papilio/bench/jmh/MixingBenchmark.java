package io.papilio.bench.jmh;

import io.papilio.learn.sync.Averager;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One average of weights after another, of two ranks in this JVM, as a training takes them. With
 * {@code -prof gc} it shows how much both ranks together allocate for each.
 *
 * <p>The other rank averages without end; it stops when this one leaves the group.
 */
@State(Scope.Benchmark)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class MixingBenchmark extends TimedBenchmark {
  @Param Wiring transport;

  @Param({"butterfly", "expander"})
  String strategy;

  @Param({"bsp", "notify-ack"})
  String consistency;

  @Param({"47237"})
  int length;

  private RankPair ranks;
  private Averager averager;
  private Thread other;

  @Setup
  public void open() throws IOException {
    ranks = RankPair.open(transport);
    Sync sync = Sync.parse(strategy, consistency);
    averager = sync.averager(ranks.first(), RankVectors.floats(0, length), 0);
    other = new Thread(() -> repeat(sync), "rank-1");
    other.setDaemon(true);
    other.start();
  }

  private void repeat(Sync sync) {
    Communicator comm = ranks.second();
    try (Averager own = sync.averager(comm, RankVectors.floats(1, length), 0)) {
      while (true) {
        own.average();
      }
    } catch (CollectiveException e) {
      if (e.failedRank() != 0) {
        throw e;
      }
    }
  }

  @Benchmark
  public Averager average() {
    averager.average();
    return averager;
  }

  @TearDown
  public void close() throws InterruptedException {
    ranks.first().close();
    other.join();
    ranks.close();
  }
}
