package io.papilio.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A number from one core to another and back. A machine may be a guest whose cores its host moves
 * about, so that iterations differ:
 *
 * <pre>
 *   core a    1       3       5         round trip: 30 ns between threads of a core,
 *              \     / \     /           60 ns through a cache of both,
 *   core b       2       4              300 ns otherwise
 * </pre>
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 30, time = 1)
public class CoreDistanceBenchmark extends TimedBenchmark {
  private final AtomicInteger ball = new AtomicInteger();
  private Thread other;

  @Setup
  public void open() {
    ball.set(0);
    other = new Thread(this::giveBack, "other");
    other.start();
  }

  private void giveBack() {
    while (!Thread.currentThread().isInterrupted()) {
      if (ball.get() == 1) {
        ball.set(0);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  @Benchmark
  public int roundTrip() {
    ball.set(1);
    while (ball.get() != 0) {
      Thread.onSpinWait();
    }
    return ball.get();
  }

  @TearDown
  public void close() throws InterruptedException {
    other.interrupt();
    other.join();
  }
}
