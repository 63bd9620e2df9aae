package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.optimize.RateSearchTest.ByRate;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which rate it steps by; its steps themselves are those of its problem. */
class SgdTest {
  private final ByRate problem = new ByRate(rate -> Math.abs(rate - 4));
  private final List<String> choices = new ArrayList<>();
  private final float[] weights = {-1};
  private int passes;

  private Sgd sgd(Rate rate) {
    return new Sgd(problem, 2, 16, rate, 7, Sync.ALL_REDUCE);
  }

  /** Of 40 rows: 3 steps an epoch. */
  private long run(Rate rate, Optional<Snapshot> start) {
    Optimizer.Watch watch =
        new Optimizer.Watch() {
          @Override
          public boolean onProgress(long examples, float[] seen) {
            return true;
          }

          @Override
          public void onPass() {
            passes++;
          }

          @Override
          public void onChoice(String name, Object value) {
            choices.add(name + " " + value);
          }

          @Override
          public Optional<Snapshot> resumed() {
            return start;
          }
        };
    long[] steps = new long[1];
    LocalCluster.run(
        1, comm -> steps[0] = sgd(rate).run(comm, RateSearchTest.rows(40, 1), weights, watch));
    return steps[0];
  }

  @Test
  void shouldStepByTheRateThatItIsTold() {
    assertEquals(6, run(new Rate(Rate.Kind.CONSTANT, 3), Optional.empty()));
    assertEquals(3, weights[0]);
    assertEquals(List.of(), choices);
    assertEquals(List.of(), problem.steps(), "no trials");
  }

  @Test
  void shouldFindARateAndSayWhich() {
    assertEquals(6, run(Rate.auto(Rate.Kind.CONSTANT), Optional.empty()));
    assertEquals(4, weights[0]);
    assertEquals(List.of("rateFound 4.0"), choices);
    assertEquals(5, passes, "it hears of trials of 1, 2, 4, 8 and 16");
  }

  @Test
  void shouldGoOnWithTheRateThatWasFound() {
    Snapshot start =
        new Snapshot("sgd")
            .with("rate", 0.25)
            .with("epochs", 1)
            .with("steps", 3)
            .with("weights", new float[] {9})
            .with("sums", new float[0]);
    assertEquals(6, run(Rate.auto(Rate.Kind.CONSTANT), Optional.of(start)));
    assertEquals(0.25f, weights[0]);
    assertEquals(List.of("rateFound 0.25"), choices);
    assertTrue(problem.steps().isEmpty(), "no trials");
  }

  @Test
  void shouldChangeNothingElse() throws IOException {
    Rate rate = new Rate(Rate.Kind.INVERSE_ROOT, 3);
    Sync other = Sync.parse("ring", "ssp:1");
    assertEquals(new Sgd(problem, 2, 16, rate, 7, other), sgd(rate).withSync(other));
    assertEquals(sgd(rate.withStart(2)), sgd(rate).withRate(2));
  }

  /** What its problem needs, and notes of weights where workers do not wait for each other. */
  @Test
  void shouldTellWhatMemoryItTakes() throws IOException {
    Sgd together = sgd(new Rate(Rate.Kind.CONSTANT, 1));
    Sgd apart = together.withSync(Sync.parse("ring", "asp"));
    Optimizer.Size many = new Optimizer.Size(1000, 100, 5, 2);
    assertEquals(5016, together.memoryBytes(many));
    assertEquals(5016 + Evaluations.mostBytes(1000, 2), apart.memoryBytes(many));
    assertEquals(1016, apart.memoryBytes(new Optimizer.Size(1000, 100, 1, 1)), "alone");
  }

  @Test
  void shouldRefuseWhatNobodyCanLearnBy() {
    Rate rate = new Rate(Rate.Kind.CONSTANT, 1);
    assertThrows(
        IllegalArgumentException.class, () -> new Sgd(problem, -1, 1, rate, 1, Sync.ALL_REDUCE));
    assertThrows(
        IllegalArgumentException.class, () -> new Sgd(problem, 1, 0, rate, 1, Sync.ALL_REDUCE));
  }
}
