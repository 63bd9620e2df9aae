package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.bench.jmh.RankOneBenchmark.Density;
import io.papilio.bench.jmh.RankOneBenchmark.Traffic;
import org.junit.jupiter.api.Test;

class RankOneBenchmarkTest {

  @Test
  void shouldChangeEveryElementItCounts() {
    for (Density kind : Density.values()) {
      RankOneBenchmark benchmark = new RankOneBenchmark();
      benchmark.kind = kind;
      benchmark.pairs = 3;
      benchmark.rows = 17;
      benchmark.columns = 301;
      benchmark.threads = 2;
      benchmark.fill();
      Traffic traffic = new Traffic();
      float[] values = benchmark.update(traffic).values();
      int changed = 0;
      for (float value : values) {
        changed += value != 0 ? 1 : 0;
      }
      assertTrue(changed > 0);
      assertEquals(8L * changed, traffic.bytes);
      benchmark.pass(traffic);
      assertEquals(16L * changed, traffic.bytes);
      benchmark.rows = 5000; // of which some are multiplied
      assertTrue(benchmark.products()[1023] > 0);
    }
  }
}
