package io.papilio.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.lab.compare.ComparisonRunner.Training;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.FailurePolicy;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows which cases are run, and what becomes of those that fail. */
class ComparisonRunnerTest {
  private static final TrainingSpec SPEC =
      TrainingSpec.of("linear")
          .withPlace(new PlaceSpec(Launch.PROCESSES, 0, 0, FailurePolicy.ABORT, false));

  private final List<String> notes = new ArrayList<>();
  private final List<TrainingSpec> trained = new ArrayList<>();

  private ComparisonRunner runner(Training training) {
    return new ComparisonRunner(SPEC, training, one -> "repeat " + one.sync(), notes::add);
  }

  /** Trains nothing; runs of this strategy fail. */
  private Training failing(String sync) {
    return spec -> {
      trained.add(spec);
      if (spec.sync().strategy().equals(sync)) {
        throw new IllegalStateException("a worker is gone");
      }
      return ComparisonTest.run(spec.sync().strategy(), 2, 10, 0.5).result();
    };
  }

  private static List<ComparisonCase> cases(String... syncs) {
    return ComparisonCase.product(List.of(syncs), List.of("bsp"), List.of(2));
  }

  @Test
  void shouldRunEachCase() throws Exception {
    ComparisonRunner runner = runner(failing("none of them"));
    Comparison all = runner.run(cases("ring", "butterfly"));
    assertEquals(
        List.of("repeat ring", "repeat butterfly"),
        all.runs().stream().map(ComparisonRun::command).toList());
    assertEquals(2, trained.get(0).place().workers());
    assertEquals("bsp", trained.get(0).sync().consistency());
    assertFalse(runner.hasFailed());
    assertTrue(notes.contains("run 2 of 2: butterfly, bsp, 2 workers"), notes.toString());
  }

  @Test
  void shouldKeepWhatWasRunIfALaterRunFails() throws Exception {
    ComparisonRunner runner = runner(failing("butterfly"));
    Comparison all = runner.run(cases("ring", "butterfly", "chain"));
    assertEquals(
        List.of("ring", "chain"), all.runs().stream().map(run -> run.what().sync()).toList());
    assertEquals("a worker is gone", all.leftOut().get("butterfly, bsp, 2 workers"));
    assertTrue(runner.hasFailed());
  }

  @Test
  void shouldFailWithTheFirstRun() {
    ComparisonRunner runner = runner(failing("ring"));
    assertThrows(IllegalStateException.class, () -> runner.run(cases("ring", "butterfly")));
    assertEquals(1, trained.size());
  }

  @Test
  void shouldNotBeginWhatDoesNotGoTogether() throws Exception {
    List<ComparisonCase> cases =
        ComparisonCase.product(List.of("allreduce", "ring"), List.of("asp"), List.of(2));
    ComparisonRunner runner = runner(failing("none of them"));
    Comparison all = runner.run(cases);
    assertEquals(1, all.runs().size());
    assertEquals(List.of("allreduce, asp, 2 workers"), List.copyOf(all.leftOut().keySet()));
    assertFalse(runner.hasFailed());
    assertThrows(
        IllegalArgumentException.class, () -> runner(failing("")).run(cases.subList(0, 1)));
  }
}
