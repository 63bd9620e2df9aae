package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AllReduceBenchmarkTest {

  @ParameterizedTest
  @CsvSource({
    "INPROC, 1", "INPROC, 2", "INPROC, 4097",
    "SHM, 1", "SHM, 2", "SHM, 4097",
    "TCP, 1", "TCP, 2", "TCP, 4097"
  })
  void shouldAddUpBothRanks(Wiring wiring, int length) throws Exception {
    AllReduceBenchmark benchmark = new AllReduceBenchmark();
    benchmark.transport = wiring;
    benchmark.length = length;
    benchmark.open();
    for (int factor = 1; factor <= 4; factor *= 2) { // both go on with the sum
      float[] values = benchmark.allReduce();
      for (int i = 0; i < length; i++) {
        float sum = RankVectors.value(0, i) + RankVectors.value(1, i);
        assertEquals(factor * sum, values[i], "element " + i);
      }
    }
    benchmark.close();
  }
}
