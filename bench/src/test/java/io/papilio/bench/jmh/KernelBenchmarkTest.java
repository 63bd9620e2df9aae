package io.papilio.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.bench.jmh.KernelBenchmark.MemoryKind;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelBenchmarkTest {

  @ParameterizedTest
  @CsvSource({
    "FLOAT, HEAP, 1", "FLOAT, HEAP, 2", "FLOAT, HEAP, 2049",
    "DOUBLE, HEAP, 1", "DOUBLE, HEAP, 2", "DOUBLE, HEAP, 2049",
    "FLOAT, OFF_HEAP, 1", "FLOAT, OFF_HEAP, 2", "FLOAT, OFF_HEAP, 2049",
    "DOUBLE, OFF_HEAP, 1", "DOUBLE, OFF_HEAP, 2", "DOUBLE, OFF_HEAP, 2049"
  })
  void shouldAddEveryElement(ElementType type, MemoryKind from, int length) {
    KernelBenchmark benchmark = benchmark(type, from, length);
    for (int call = 1; call <= 2; call++) {
      Slice sums = benchmark.sum();
      for (int i = 0; i < length; i++) {
        double sum = type == ElementType.FLOAT ? sums.floats()[i] : sums.doubles()[i];
        assertEquals(RankVectors.value(0, i) + call * RankVectors.value(1, i), sum, "element " + i);
      }
    }
  }

  private static KernelBenchmark benchmark(ElementType type, MemoryKind from, int length) {
    KernelBenchmark benchmark = new KernelBenchmark();
    benchmark.type = type;
    benchmark.from = from;
    benchmark.length = length;
    benchmark.fill();
    return benchmark;
  }
}
