package io.papilio.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import io.papilio.lab.experiment.AllReduceTimer.Times;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AllReduceTimerTest {

  @Test
  void shouldSummariseSamples() {
    Times odd = new Times(new double[] {1, 2, 9}, true);
    assertEquals(1, odd.min());
    assertEquals(2, odd.median());
    assertEquals(9, odd.p99());
    assertEquals(3, new Times(new double[] {1, 2, 4, 9}, true).median());
    double[] many = new double[200];
    for (int i = 0; i < many.length; i++) {
      many[i] = i + 1;
    }
    assertEquals(198, new Times(many, true).p99());
  }

  @Test
  void shouldNoticeWrongSums() {
    Algorithm right = Algorithms.named(Collective.Kind.ALL_REDUCE, "butterfly");
    Times[] times = time(List.of(new Swapped(), right));
    assertFalse(times[0].correct());
    assertTrue(times[1].correct());
  }

  private static Times[] time(List<Algorithm> algorithms) {
    List<Optional<Algorithm>> contenders = algorithms.stream().map(Optional::of).toList();
    Times[][] times = new Times[2][];
    LocalCluster.run(
        2, comm -> times[comm.rank()] = new AllReduceTimer(comm, 40).time(contenders, 1, () -> {}));
    for (int i = 0; i < algorithms.size(); i++) {
      assertEquals(times[0][i].min(), times[1][i].min());
      assertEquals(times[0][i].correct(), times[1][i].correct());
    }
    return times[0];
  }

  /** Rank 1 is right, and gives rank 0 nothing but its own second half. */
  private record Swapped() implements Algorithm {
    @Override
    public String name() {
      return "swapped";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public String summary() {
      return "";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      Range all = Range.of(length);
      Range half = Range.part(length, 2, 1);
      Round round =
          rank == 0
              ? Round.of(Step.send(1, all), Step.reduce(1, half))
              : Round.of(Step.send(0, half), Step.reduce(0, all));
      return new Schedule(rank, size, length, List.of(round));
    }
  }
}
