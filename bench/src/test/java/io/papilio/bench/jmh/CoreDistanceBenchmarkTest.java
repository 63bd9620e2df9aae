package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoreDistanceBenchmarkTest {

  @Test
  void shouldComeBackEachTime() throws InterruptedException {
    CoreDistanceBenchmark benchmark = new CoreDistanceBenchmark();
    benchmark.open();
    for (int i = 0; i < 100; i++) {
      assertEquals(0, benchmark.roundTrip());
    }
    benchmark.close();
  }
}
