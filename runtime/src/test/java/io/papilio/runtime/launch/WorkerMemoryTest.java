package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerMemoryTest {
  private static final WorkerMemory MACHINE = new WorkerMemory(8, 16L << 30);

  @ParameterizedTest
  @CsvSource({"1, 75.000", "2, 37.500", "7, 10.714", "8, 9.375"})
  void shouldShareThreeQuartersOfTheMemory(int workers, String percent) {
    assertEquals(
        List.of("-XX:MaxRAMPercentage=" + percent), MACHINE.options(workers, List.of(), List.of()));
  }

  @Test
  void shouldGiveEachWorkerEnoughToRun() {
    WorkerMemory machine = new WorkerMemory(8, 1L << 30);
    assertEquals(List.of("-XX:MaxRAMPercentage=25.000"), machine.options(3, List.of(), List.of()));
    assertEquals(List.of("-Xmx256m"), machine.options(4, List.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx1g", "-XX:MaxHeapSize=1g", "-XX:MaxRAMPercentage=5"})
  void shouldObeyWhoeverSetsTheHeap(String heap) {
    assertEquals(List.of(), MACHINE.options(8, List.of(heap), List.of()));
    assertEquals(List.of(), MACHINE.options(8, List.of(heap), List.of("-Xmx3g")));
    assertEquals(List.of(heap), MACHINE.options(8, List.of(), List.of("-Da=b", heap, "-Dc=d")));
  }

  @Test
  void shouldCollectOnOneThreadWhenCoresAreShared() {
    String share = "-XX:MaxRAMPercentage=8.333";
    assertEquals(List.of(share, "-XX:+UseSerialGC"), MACHINE.options(9, List.of(), List.of()));
    assertEquals(
        List.of(share, "-XX:+UseParallelGC"),
        MACHINE.options(9, List.of("-XX:-UseG1GC"), List.of("-XX:+UseParallelGC")));
    assertEquals(
        List.of(share), MACHINE.options(9, List.of("-XX:+UseZGC"), List.of("-XX:+UseParallelGC")));
  }

  @Test
  void shouldKnowThisMachine() {
    WorkerMemory machine = WorkerMemory.here();
    assertEquals(Runtime.getRuntime().availableProcessors(), machine.cores());
    assertTrue(machine.memoryBytes() > 64L << 20, machine::toString);
  }
}
