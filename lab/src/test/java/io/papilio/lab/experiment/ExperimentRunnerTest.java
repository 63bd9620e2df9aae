package io.papilio.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ExperimentRunnerTest {

  /** Ranks agree on the sum of their numbers, some times. */
  record SumOfRanks(int times) implements Experiment<SumOfRanks.Sum> {
    record Sum(int time, double sum) {}

    @Override
    public Class<Sum> rowType() {
      return Sum.class;
    }

    @Override
    public List<Sum> run(Communicator comm, ExperimentListener listener) {
      if (times < 0) {
        throw new IllegalStateException("less than never");
      }
      listener.onStage("rank " + comm.rank());
      List<Sum> sums = new ArrayList<>();
      for (int time = 0; time < times; time++) {
        sums.add(new Sum(time, comm.allReduce((double) comm.rank(), Reduction.SUM)));
        listener.onStep();
      }
      System.out.println("done");
      return sums;
    }
  }

  private final List<String> heard = new ArrayList<>();

  private ExperimentRunner<SumOfRanks.Sum> runner(int times) {
    ExperimentListener listener =
        new ExperimentListener() {
          @Override
          public void onStage(String what) {
            heard.add(what);
          }

          @Override
          public void onStep() {
            heard.add("step");
          }

          @Override
          public void onPrint(String line) {
            heard.add(line);
          }
        };
    return new ExperimentRunner<>(new SumOfRanks(times), listener);
  }

  private static List<SumOfRanks.Sum> sums(int ranks) {
    double sum = ranks * (ranks - 1) / 2.0;
    return List.of(new SumOfRanks.Sum(0, sum), new SumOfRanks.Sum(1, sum));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void shouldHearOfTheFirstOfSeveralThreads(int ranks) {
    assertEquals(sums(ranks), runner(2).threads(ranks));
    assertEquals(List.of("rank 0", "step", "step"), heard);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldHearOfTheFirstOfSeveralProcesses(int ranks) throws Exception {
    assertEquals(sums(ranks), runner(2).processes(ranks, Invitation.local()));
    for (int rank = 0; rank < ranks; rank++) {
      assertTrue(heard.remove("[" + rank + "] done"), heard.toString());
    }
    assertEquals(List.of("rank 0", "step", "step"), heard);
  }

  @Test
  void shouldFailWithItsRanks() {
    assertThrows(RuntimeException.class, () -> runner(-1).threads(2));
    assertThrows(RuntimeException.class, () -> runner(-1).processes(2, Invitation.local()));
  }
}
