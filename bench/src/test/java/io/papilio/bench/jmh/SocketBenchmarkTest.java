package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SocketBenchmarkTest {

  @ParameterizedTest
  @CsvSource({"0, 1", "16, 65537", "64, 200000"})
  void shouldReadWhatWasSentToWhereItShould(int behindPage, int bytes) throws Exception {
    SocketBenchmark benchmark = new SocketBenchmark();
    benchmark.behindPage = behindPage;
    benchmark.bytes = bytes;
    benchmark.open();
    try {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < bytes; i++) {
          benchmark.sent().put(i, (byte) (7 * i + round));
        }
        ByteBuffer received = benchmark.roundTrip();
        assertEquals(behindPage, received.alignmentOffset(0, 4096));
        assertEquals(benchmark.sent().clear(), received.clear());
      }
    } finally {
      benchmark.close();
    }
  }
}
