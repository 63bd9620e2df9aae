package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final Range LEFT = new Range(0, 3);
  private static final Range RIGHT = new Range(3, 5);
  private static final Round EXCHANGE = Round.of(Step.send(2, LEFT), Step.reduce(0, RIGHT));
  private static final Round ANSWER = Round.of(Step.copy(2, LEFT));
  private static final Schedule SCHEDULE =
      new Schedule(1, 3, 5, List.of(EXCHANGE, Round.IDLE, ANSWER));

  @Test
  void shouldWriteOneLineARound() {
    assertEquals(
        """
        rank 1 of 3, 5 elements
          round 0: [0,3) -> 2, [3,5) += 0
          round 1: idle
          round 2: [0,3) <- 2
        """,
        SCHEDULE.toString());
    assertEquals("rank 0 of 1, 0 elements\n", new Schedule(0, 1, 0, List.of()).toString());
  }

  @Test
  void shouldCountWhatItSends() {
    Schedule twice = SCHEDULE.then(SCHEDULE);
    assertEquals(6, twice.elementsSent());
    assertEquals(0, new Schedule(0, 1, 9, List.of()).elementsSent());
    assertEquals(
        List.of(Step.send(2, LEFT), Step.reduce(0, RIGHT), Step.copy(2, LEFT)),
        SCHEDULE.steps().toList());
  }

  @Test
  void shouldCountMoreElementsThanAnIntCan() {
    Range all = Range.of(Integer.MAX_VALUE);
    Schedule large =
        new Schedule(
            0,
            2,
            Integer.MAX_VALUE,
            List.of(Round.of(Step.send(1, all), Step.send(1, all), Step.reduce(1, all)), EXCHANGE));
    assertEquals(2L * Integer.MAX_VALUE + 3, large.elementsSent());
  }

  @Test
  void shouldGoBackTheWayItCame() {
    assertEquals(
        """
        rank 1 of 3, 5 elements
          round 0: [0,3) -> 2
          round 1: idle
          round 2: [0,3) <- 2, [3,5) -> 0
        """,
        SCHEDULE.backwards().toString());
  }

  @Test
  void shouldDoOneAfterTheOther() {
    Schedule next = new Schedule(1, 3, 5, List.of(ANSWER));
    assertEquals(
        new Schedule(1, 3, 5, List.of(EXCHANGE, Round.IDLE, ANSWER, ANSWER)), SCHEDULE.then(next));
    assertEquals(SCHEDULE, SCHEDULE.then(new Schedule(1, 3, 5, List.of())));
    assertEquals(3, SCHEDULE.rounds().size());
  }

  @Test
  void shouldNotBeFollowedByAnothers() {
    for (Schedule other :
        List.of(
            new Schedule(0, 3, 5, List.of()),
            new Schedule(1, 4, 5, List.of()),
            new Schedule(1, 3, 6, List.of()))) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> SCHEDULE.then(other));
      assertTrue(e.getMessage().contains("rank 1 of 3, 5 elements"), e.getMessage());
    }
  }

  @Test
  void shouldMoveIntoALargerVector() {
    Schedule moved = SCHEDULE.within(20, 10);
    assertEquals(
        """
        rank 1 of 3, 20 elements
          round 0: [10,13) -> 2, [13,15) += 0
          round 1: idle
          round 2: [10,13) <- 2
        """,
        moved.toString());
    assertEquals(SCHEDULE, SCHEDULE.within(5, 0));
    assertEquals(SCHEDULE.within(7, 2), SCHEDULE.within(6, 1).within(7, 1));
  }

  @Test
  void shouldNotMoveBeyondTheLargerVector() {
    assertThrows(IllegalArgumentException.class, () -> SCHEDULE.within(20, 16));
    assertThrows(IllegalArgumentException.class, () -> SCHEDULE.within(20, -1));
    assertThrows(IllegalArgumentException.class, () -> SCHEDULE.within(4, 0));
    assertThrows(IllegalArgumentException.class, () -> SCHEDULE.within(20, Integer.MAX_VALUE - 1));
    Schedule idle = new Schedule(1, 3, 5, List.of());
    assertThrows(
        IllegalArgumentException.class, () -> idle.within(4, 0), "even if it does nothing");
  }

  @Test
  void shouldRefuseRanksAndLengthsThatDoNotExist() {
    assertThrows(IllegalArgumentException.class, () -> new Schedule(-1, 2, 5, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Schedule(2, 2, 5, List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Schedule(0, 0, 5, List.of()));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new Schedule(0, 2, -5, List.of()));
    assertEquals("no schedule for rank 0 of 2 and -5 elements", e.getMessage());
  }

  @Test
  void shouldNeverChange() {
    List<Step> steps = new ArrayList<>(EXCHANGE.steps());
    List<Round> rounds = new ArrayList<>(List.of(new Round(steps)));
    Schedule schedule = new Schedule(1, 3, 5, rounds);
    steps.clear();
    rounds.clear();
    assertEquals(List.of(EXCHANGE), schedule.rounds());
    assertThrows(UnsupportedOperationException.class, () -> schedule.rounds().clear());
    assertThrows(UnsupportedOperationException.class, () -> EXCHANGE.steps().clear());
  }

  @Test
  void shouldBeAValue() {
    assertEquals(new Ring().schedule(1, 3, 7), new Ring().schedule(1, 3, 7));
    assertEquals(new Ring().schedule(1, 3, 7).hashCode(), new Ring().schedule(1, 3, 7).hashCode());
    assertNotEquals(new Ring().schedule(1, 3, 7), new Ring().schedule(1, 3, 8));
  }

  @Test
  void shouldSayWhatAStepDoes() {
    assertEquals(
        List.of("[3,5) -> 7", "[3,5) += 7", "[3,5) <- 7"),
        Stream.of(Step.send(7, RIGHT), Step.reduce(7, RIGHT), Step.copy(7, RIGHT))
            .map(Step::toString)
            .toList());
    assertEquals(
        List.of(true, false, false),
        Stream.of(Step.send(7, RIGHT), Step.reduce(7, RIGHT), Step.copy(7, RIGHT))
            .map(Step::isSend)
            .toList());
  }
}
