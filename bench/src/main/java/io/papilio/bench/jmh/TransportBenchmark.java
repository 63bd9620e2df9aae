package io.papilio.bench.jmh;

import io.papilio.runtime.transport.Slice;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Two threads and the transport between them: how long a small message takes there and back, and
 * how many bytes pass in one direction. The receiver copies what it gets to an array of its own.
 */
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class TransportBenchmark extends TimedBenchmark {

  /** Whose messages are as long as a subclass says. */
  @State(Scope.Benchmark)
  public abstract static class Messages {
    @Param Wiring transport;

    private Echo talk;

    abstract int bytes();

    @Setup
    public void open() throws IOException {
      float[] question = RankVectors.floats(0, bytes() / Float.BYTES);
      talk = new Echo(transport.pair(), Slice.of(question));
      talk.ask(); // connects
    }

    @TearDown
    public void close() {
      talk.close();
    }

    Echo talk() {
      return talk;
    }
  }

  /** Latency counts. */
  public static class Small extends Messages {
    @Override
    int bytes() {
      return 64;
    }
  }

  /** Throughput counts: bytes divided by microseconds are MB/s. */
  public static class Large extends Messages {
    @Param({"65536", "1048576", "16777216"})
    int bytes;

    @Override
    int bytes() {
      return bytes;
    }
  }

  @Benchmark
  public void roundTrip(Small messages) {
    messages.talk().ask();
  }

  @Benchmark
  public void stream(Large messages) {
    messages.talk().ask();
  }
}
