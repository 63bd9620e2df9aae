package io.papilio.core.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.ScheduleException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An algorithm of somebody else's may be wrong, and is then often the cheapest. */
class ForeignAlgorithmTest {

  private static String refusal(Algorithm algorithm) {
    Selector selector =
        new Selector(
            LinkModel.inproc(),
            List.of(algorithm, Algorithms.named(Collective.Kind.ALL_REDUCE, "ring")));
    return assertThrows(
            ScheduleException.class,
            () -> selector.choose(Collective.Kind.ALL_REDUCE, 3, 1000, Float.BYTES))
        .getMessage();
  }

  @Test
  void shouldRefuseOneThatDoesNothing() {
    assertEquals(
        "lazy all-reduce of 3 ranks and 7 elements: rank 0, round 0, range [0,7): lacks the value"
            + " of rank 1",
        refusal(new Lazy(false)));
  }

  @Test
  void shouldNameOneThatThrows() {
    assertEquals(
        "lazy all-reduce of 3 ranks and 7 elements: no schedules:"
            + " java.lang.ArithmeticException: / by zero",
        refusal(new Lazy(true)));
  }

  private record Lazy(boolean fails) implements Algorithm {
    @Override
    public String name() {
      return "lazy";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public String summary() {
      return "Does nothing.";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      if (fails) {
        throw new ArithmeticException("/ by zero");
      }
      return new Schedule(rank, size, length, List.of());
    }
  }
}
