package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlaceSpecTest {
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private static PlaceSpec place(Launch launch, int workers) {
    return new PlaceSpec(launch, workers, 0, FailurePolicy.ABORT, false);
  }

  @ParameterizedTest
  @EnumSource(Launch.class)
  void shouldKnowHowManyWorkersThereAreWhereItStartsThem(Launch launch) {
    boolean startsThem = launch == Launch.THREADS || launch == Launch.PROCESSES;
    OptionalInt usual = startsThem ? OptionalInt.of(CORES) : OptionalInt.empty();
    assertEquals(usual, place(launch, 0).knownWorkers());
    assertEquals(OptionalInt.of(3), place(launch, 3).knownWorkers());
    assertEquals(startsThem && CORES == 1, place(launch, 0).isAlone());
    assertTrue(place(launch, 1).isAlone());
    assertFalse(place(launch, 3).isAlone());
  }

  /** Hosts may be as many as a graph has workers, however many cores the first has. */
  @Test
  void shouldNotCompareAGraphWithTheCoresOfAHost(@TempDir Path folder) throws Exception {
    StringBuilder edges = new StringBuilder();
    for (int worker = 0; worker <= CORES; worker++) {
      edges.append("%d %d\n".formatted(worker, (worker + 1) % (CORES + 1)));
    }
    Path graph = Files.writeString(folder.resolve("graph"), edges);
    TrainingSpec spec = TrainingSpec.of("linear").withSync("graph:" + graph, "bsp");
    assertDoesNotThrow(() -> spec.withPlace(place(Launch.HOSTS, 0)).checkOptions());
    assertDoesNotThrow(() -> spec.withPlace(place(Launch.PROCESSES, CORES + 1)).checkOptions());
    TrainingSpec few = spec.withPlace(place(Launch.PROCESSES, 0));
    assertThrows(IllegalArgumentException.class, few::checkOptions);
  }
}
