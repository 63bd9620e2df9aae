package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.papilio.runtime.transport.Slice;
import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class TransportBenchmarkTest {

  /** The longest is cut into three messages between processes. */
  @ParameterizedTest
  @CsvSource({
    "INPROC, 1", "INPROC, 2", "INPROC, 131073",
    "SHM, 1", "SHM, 2", "SHM, 131073",
    "TCP, 1", "TCP, 2", "TCP, 131073"
  })
  void shouldArriveAsItWasSent(Wiring wiring, int length) throws IOException {
    float[] question = RankVectors.floats(0, length);
    try (Echo talk = new Echo(wiring.pair(), Slice.of(question))) {
      talk.ask();
      assertArrayEquals(question, talk.arrived().floats());
      System.arraycopy(RankVectors.floats(2, length), 0, question, 0, length);
      talk.ask();
      assertArrayEquals(question, talk.arrived().floats());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldOpenRunAndClose(Wiring wiring) throws IOException {
    TransportBenchmark.Small small = new TransportBenchmark.Small();
    TransportBenchmark.Large large = new TransportBenchmark.Large();
    large.bytes = 65536;
    for (TransportBenchmark.Messages messages : new TransportBenchmark.Messages[] {small, large}) {
      messages.transport = wiring;
      messages.open();
    }
    TransportBenchmark benchmark = new TransportBenchmark();
    benchmark.roundTrip(small);
    benchmark.stream(large);
    small.close();
    large.close();
  }
}
