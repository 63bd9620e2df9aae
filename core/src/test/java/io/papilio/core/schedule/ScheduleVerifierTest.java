package io.papilio.core.schedule;

import static io.papilio.core.schedule.Collective.ALL_GATHER;
import static io.papilio.core.schedule.Collective.ALL_REDUCE;
import static io.papilio.core.schedule.Collective.BARRIER;
import static io.papilio.core.schedule.Collective.REDUCE_SCATTER;
import static io.papilio.core.schedule.Step.copy;
import static io.papilio.core.schedule.Step.reduce;
import static io.papilio.core.schedule.Step.send;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.DisseminationBarrier;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.algorithm.RingAllGather;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ScheduleVerifierTest {
  private static final int LENGTH = 4;
  private static final Range ALL = Range.of(LENGTH);
  private static final Range LEFT = new Range(0, 2);
  private static final Range RIGHT = new Range(2, 4);
  private static final Range NOTHING = Range.of(0);

  @Nested
  class Shape {

    @Test
    void shouldRejectAPeerThatDoesNotExist() {
      assertRejected(
          ALL_REDUCE,
          plan(rounds(Round.of(send(2, ALL))), rounds()),
          "rank 0, round 0, range [0,4): no peer 2");
      assertRejected(
          ALL_REDUCE,
          plan(rounds(), rounds(Round.IDLE, Round.of(copy(-1, LEFT)))),
          "rank 1, round 1, range [0,2): no peer -1");
    }

    @Test
    void shouldRejectASendToOneself() {
      assertRejected(
          ALL_REDUCE,
          plan(rounds(), rounds(Round.of(send(1, RIGHT), reduce(1, RIGHT)))),
          "rank 1, round 0, range [2,4): no peer 1");
    }

    @Test
    void shouldRejectARangeBeyondTheVector() {
      Range beyond = new Range(3, 5);
      assertRejected(
          ALL_REDUCE,
          plan(rounds(Round.IDLE, Round.of(send(1, beyond))), rounds(Round.of(copy(0, beyond)))),
          "rank 0, round 1, range [3,5): beyond 4 elements");
    }

    @Test
    void shouldRejectACopyOfWhatTheSameRoundReduces() {
      Range middle = new Range(1, 3);
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(Round.of(send(2, ALL))),
              rounds(Round.of(send(2, middle))),
              rounds(Round.of(reduce(0, ALL), copy(1, middle)))),
          "rank 2, round 0, range [1,3): overwrites what the same round receives: [0,4) += 0");
    }

    @Test
    void shouldRejectAReduceOfWhatTheSameRoundCopies() {
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(Round.of(send(2, LEFT))),
              rounds(Round.of(send(2, new Range(1, 3)))),
              rounds(Round.of(copy(0, LEFT), reduce(1, new Range(1, 3))))),
          "rank 2, round 0, range [1,3): overwrites what the same round receives: [0,2) <- 0");
    }

    @Test
    void shouldRejectTwoCopiesOfTheSameElements() {
      assertRejected(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, ALL), send(1, RIGHT))),
              rounds(Round.of(copy(0, ALL), copy(0, RIGHT)))),
          "rank 1, round 0, range [2,4): overwrites what the same round receives: [0,4) <- 0");
    }

    @Test
    void shouldRejectAnOverlapBehindAShorterRange() {
      Range second = new Range(1, 2);
      Range fourth = new Range(3, 4);
      assertRejected(
          Collective.reduce(0),
          plan(
              rounds(Round.of(reduce(1, ALL), reduce(2, second), copy(2, fourth))),
              rounds(Round.of(send(0, ALL))),
              rounds(Round.of(send(0, second), send(0, fourth)))),
          "rank 0, round 0, range [3,4): overwrites what the same round receives: [0,4) += 1");
    }

    @Test
    void shouldRejectAScheduleAtTheWrongPlace() {
      List<Schedule> swapped = new ArrayList<>(new Butterfly().schedules(2, LENGTH));
      Collections.swap(swapped, 0, 1);
      assertRejected(
          ALL_REDUCE,
          swapped,
          "the schedule at place 0 is another's: rank 1 of 2, 4 elements\n"
              + "  round 0: [0,4) -> 0, [0,4) += 0\n");
    }

    @Test
    void shouldRejectAScheduleForAnotherSizeOrLength() {
      Schedule own = new Schedule(0, 2, LENGTH, List.of());
      assertRejected(
          ALL_REDUCE,
          List.of(own, new Schedule(1, 3, LENGTH, List.of())),
          "the schedule at place 1 is another's: rank 1 of 3, 4 elements\n");
      assertRejected(
          ALL_REDUCE,
          List.of(own, new Schedule(1, 2, LENGTH + 1, List.of())),
          "the schedule at place 1 is another's: rank 1 of 2, 5 elements\n");
    }

    @Test
    void shouldRefuseAQuestionThatMakesNoSense() {
      List<Schedule> two = plan(rounds(), rounds());
      assertThrows(
          IllegalArgumentException.class,
          () -> ScheduleVerifier.verify(Collective.reduce(2), two),
          "nobody would have to hold the sum");
      assertThrows(
          IllegalArgumentException.class,
          () -> ScheduleVerifier.verify(Collective.broadcast(2), two),
          "nobody would hold what must be spread");
      assertThrows(
          IllegalArgumentException.class, () -> ScheduleVerifier.verify(ALL_REDUCE, List.of()));
    }
  }

  @Nested
  class Progress {

    @Test
    void shouldRejectARingThatSendsAndThenReceives() {
      List<Schedule> flat =
          new RingAllGather()
              .schedules(3, 3).stream().map(ScheduleVerifierTest::oneStepARound).toList();
      assertRejected(
          ALL_GATHER,
          flat,
          "rank 0, round 0, range [0,1): waits for ever;"
              + " rank 0 in round 0: [0,1) -> 1;"
              + " rank 1 in round 0: [1,2) -> 2;"
              + " rank 2 in round 0: [2,3) -> 0");
    }

    /** Rank 0 holds what rank 2 sent behind what rank 1 sends only after it has heard of rank 2. */
    @Test
    void shouldRejectWaitingForAnEarlierStepOfTheSameRound() {
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(
                  Round.of(reduce(1, ALL), reduce(2, LEFT)), Round.of(send(1, ALL), send(2, ALL))),
              rounds(Round.of(reduce(2, RIGHT)), Round.of(send(0, ALL)), Round.of(copy(0, ALL))),
              rounds(Round.of(send(0, LEFT)), Round.of(send(1, RIGHT)), Round.of(copy(0, ALL)))),
          "rank 0, round 0, range [0,4): waits for ever;"
              + " rank 0 in round 0: [0,4) += 1, [0,2) += 2;"
              + " rank 1 in round 0: [2,4) += 2;"
              + " rank 2 in round 0: [0,2) -> 0");
    }

    @Test
    void shouldRejectRanksThatAllReceiveFirst() {
      assertRejected(
          Collective.reduce(0),
          plan(
              rounds(Round.of(reduce(1, ALL))),
              rounds(Round.of(copy(2, ALL)), Round.of(send(0, ALL))),
              rounds(Round.of(copy(1, NOTHING)), Round.of(send(1, ALL)))),
          "rank 0, round 0, range [0,4): waits for ever;"
              + " rank 0 in round 0: [0,4) += 1;"
              + " rank 1 in round 0: [0,4) <- 2;"
              + " rank 2 in round 0: [0,0) <- 1");
    }

    @Test
    void shouldRejectAMissingReceive() {
      assertRejected(
          ALL_REDUCE,
          plan(rounds(Round.of(send(1, ALL), reduce(1, ALL))), rounds(Round.of(send(0, ALL)))),
          "rank 0, round 0, range [0,4): waits for ever;"
              + " rank 0 in round 0: [0,4) -> 1, [0,4) += 1");
    }

    @Test
    void shouldRejectAMissingSend() {
      assertRejected(
          ALL_REDUCE,
          plan(rounds(Round.of(reduce(1, ALL))), rounds(Round.of(send(0, ALL), reduce(0, ALL)))),
          "rank 1, round 0, range [0,4): waits for ever;"
              + " rank 1 in round 0: [0,4) -> 0, [0,4) += 0");
    }

    @Test
    void shouldRejectASendAfterThePeerHasEnded() {
      assertRejected(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, ALL)), Round.of(send(1, NOTHING))),
              rounds(Round.of(copy(0, ALL)))),
          "rank 0, round 1, range [0,0): waits for ever; rank 0 in round 1: [0,0) -> 1");
    }

    @Test
    void shouldRejectAnotherRangeThanThePeerSends() {
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(Round.of(send(1, LEFT), reduce(1, ALL))),
              rounds(Round.of(send(0, ALL), reduce(0, ALL)))),
          "rank 1, round 0, range [0,4): rank 0 sends [0,2) instead");
    }

    /** A test with the same number in all elements would pass. */
    @Test
    void shouldRejectTwoHalvesSwappedInFlight() {
      assertRejected(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, LEFT), send(1, RIGHT))),
              rounds(Round.of(copy(0, RIGHT), copy(0, LEFT)))),
          "rank 1, round 0, range [2,4): rank 0 sends [0,2) instead");
    }

    @Test
    void shouldRejectRoundsSwappedOnOneSide() {
      assertRejected(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, LEFT)), Round.of(send(1, RIGHT))),
              rounds(Round.of(copy(0, RIGHT)), Round.of(copy(0, LEFT)))),
          "rank 1, round 0, range [2,4): rank 0 sends [0,2) instead");
    }
  }

  @Nested
  class Outcome {

    @Test
    void shouldRejectAValueCountedTwice() {
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(
                  Round.of(send(1, ALL), reduce(1, ALL)),
                  Round.of(send(1, RIGHT), reduce(1, RIGHT))),
              rounds(
                  Round.of(send(0, ALL), reduce(0, ALL)),
                  Round.of(send(0, RIGHT), reduce(0, RIGHT)))),
          "rank 0, round 1, range [2,4): counts the value of rank 0 twice");
    }

    @Test
    void shouldRejectSumsInTheOrderOfArrival() {
      List<Schedule> plan = new ArrayList<>();
      for (int rank = 0; rank < 3; rank++) {
        int right = (rank + 1) % 3;
        int left = (rank + 2) % 3;
        Round round =
            Round.of(send(right, ALL), send(left, ALL), reduce(right, ALL), reduce(left, ALL));
        plan.add(new Schedule(rank, 3, LENGTH, List.of(round)));
      }
      assertRejected(
          ALL_REDUCE, plan, "rank 1, round 0, range [0,4): sums in another order than rank 0");
    }

    /** Rank 0 sums the left half for all; of the right half everyone makes its own sum. */
    @Test
    void shouldNameTheElementsThatAreSummedInAnotherOrder() {
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(
                  Round.of(reduce(1, LEFT), reduce(2, LEFT)),
                  Round.of(send(1, LEFT), send(2, LEFT)),
                  Round.of(send(1, RIGHT), send(2, RIGHT), reduce(1, RIGHT), reduce(2, RIGHT))),
              rounds(
                  Round.of(send(0, LEFT)),
                  Round.of(copy(0, LEFT)),
                  Round.of(send(0, RIGHT), send(2, RIGHT), reduce(0, RIGHT), reduce(2, RIGHT))),
              rounds(
                  Round.of(send(0, LEFT)),
                  Round.of(copy(0, LEFT)),
                  Round.of(send(0, RIGHT), send(1, RIGHT), reduce(1, RIGHT), reduce(0, RIGHT)))),
          "rank 2, round 2, range [2,4): sums in another order than rank 0");
    }

    @Test
    void shouldRejectASumThatLacksARank() {
      assertRejected(
          ALL_REDUCE,
          plan(rounds(), rounds()),
          "rank 0, round 0, range [0,4): lacks the value of rank 1");
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(Round.of(send(1, ALL), reduce(1, ALL))),
              rounds(Round.of(send(0, ALL), copy(0, ALL)))),
          "rank 1, round 0, range [0,4): lacks the value of rank 1");
    }

    /** Sent in the round that reduces, the total is not yet there. */
    @Test
    void shouldRejectAResultSentTooEarly() {
      assertRejected(
          ALL_REDUCE,
          plan(
              rounds(Round.of(reduce(1, ALL), send(1, LEFT)), Round.of(send(1, RIGHT))),
              rounds(Round.of(send(0, ALL), copy(0, LEFT)), Round.of(copy(0, RIGHT)))),
          "rank 1, round 1, range [0,2): lacks the value of rank 1");
    }

    @Test
    void shouldRejectAnUndefinedValueThatIsAdded() {
      assertRejected(
          Collective.broadcast(0),
          plan(rounds(Round.of(send(1, ALL))), rounds(Round.of(reduce(0, ALL)))),
          "rank 1, round 0, range [0,4): adds an undefined value of rank 1");
      assertRejected(
          Collective.broadcast(0),
          plan(rounds(Round.IDLE, Round.of(reduce(1, RIGHT))), rounds(Round.of(send(0, RIGHT)))),
          "rank 0, round 1, range [2,4): adds an undefined value of rank 1");
    }

    @Test
    void shouldRejectAStrayValueInThePlaceOfTheRight() {
      assertRejected(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, LEFT), copy(1, RIGHT))),
              rounds(Round.of(copy(0, LEFT), send(0, RIGHT)))),
          "rank 0, round 0, range [2,4): lacks the value of rank 0");
    }

    @Test
    void shouldRejectABroadcastThatGivesGarbageToOneRank() {
      assertRejected(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, ALL))),
              rounds(Round.of(copy(0, ALL), send(2, ALL))),
              rounds(Round.of(copy(1, ALL)))),
          "rank 2, round 0, range [0,4): lacks the value of rank 0");
    }

    @Test
    void shouldRejectAResultAtAnotherRoot() {
      List<Schedule> toOne = plan(rounds(Round.of(send(1, ALL))), rounds(Round.of(reduce(0, ALL))));
      ScheduleVerifier.verify(Collective.reduce(1), toOne);
      assertRejected(
          Collective.reduce(0), toOne, "rank 0, round 0, range [0,4): lacks the value of rank 1");
      List<Schedule> fromOne = plan(rounds(Round.of(copy(1, ALL))), rounds(Round.of(send(0, ALL))));
      ScheduleVerifier.verify(Collective.broadcast(1), fromOne);
      assertRejected(
          Collective.broadcast(0),
          fromOne,
          "rank 0, round 0, range [0,4): lacks the value of rank 0");
    }

    @Test
    void shouldRejectAReduceScatterWithoutTheOwnersPart() {
      assertRejected(
          REDUCE_SCATTER,
          plan(rounds(Round.of(reduce(1, LEFT))), rounds(Round.of(send(0, LEFT)))),
          "rank 1, round 0, range [2,4): lacks the value of rank 0");
    }

    @Test
    void shouldRejectAReduceScatterWithThePartsOfOtherOwners() {
      assertRejected(
          REDUCE_SCATTER,
          plan(
              rounds(Round.of(send(1, LEFT), reduce(1, RIGHT))),
              rounds(Round.of(send(0, RIGHT), reduce(0, LEFT)))),
          "rank 0, round 0, range [0,2): lacks the value of rank 1");
    }

    @Test
    void shouldRejectAnAllGatherOfAnothersPart() {
      assertRejected(
          ALL_GATHER,
          plan(
              rounds(Round.of(send(1, LEFT), copy(1, RIGHT))),
              rounds(Round.of(send(0, RIGHT), copy(0, LEFT)), Round.of(send(2, ALL))),
              rounds(Round.IDLE, Round.of(copy(1, ALL)))),
          "rank 0, round 0, range [3,4): lacks the value of rank 2");
    }

    @Test
    void shouldRejectABarrierThatDoesNotHearEveryone() {
      List<Schedule> twoOfThreeRounds =
          new DisseminationBarrier()
              .schedules(5, 0).stream()
                  .map(s -> new Schedule(s.rank(), 5, 0, s.rounds().subList(0, 2)))
                  .toList();
      assertRejected(
          BARRIER, twoOfThreeRounds, "rank 0, round 1, range [0,0): has not heard of rank 1");
    }

    /** What a rank hears in a round it cannot pass on in the same round. */
    @Test
    void shouldRejectABarrierThatPassesOnWhatItHasNotHeardYet() {
      Round middle =
          Round.of(copy(0, NOTHING), send(2, NOTHING), copy(2, NOTHING), send(0, NOTHING));
      assertRejected(
          BARRIER,
          plan(
              rounds(Round.of(send(1, NOTHING), copy(1, NOTHING))),
              rounds(middle),
              rounds(Round.of(send(1, NOTHING), copy(1, NOTHING)))),
          "rank 0, round 0, range [0,4): has not heard of rank 2");
    }

    @Test
    void shouldSayWhichAlgorithmItIs() {
      Algorithm broken = new Broken();
      ScheduleException e =
          assertThrows(ScheduleException.class, () -> ScheduleVerifier.verify(broken, 3, LENGTH));
      assertEquals(
          "broken reduce (root 0) of 3 ranks and 4 elements:"
              + " rank 0, round 0, range [0,4): lacks the value of rank 1",
          e.getMessage());
    }
  }

  @Nested
  class Accepted {

    @Test
    void shouldAcceptASingleRank() {
      for (Collective collective :
          List.of(
              ALL_REDUCE,
              REDUCE_SCATTER,
              ALL_GATHER,
              BARRIER,
              Collective.reduce(0),
              Collective.broadcast(0))) {
        ScheduleVerifier.verify(collective, plan(new Round[][] {rounds()}));
        ScheduleVerifier.verify(collective, plan(new Round[][] {rounds(Round.IDLE)}));
      }
    }

    /** Idle rounds keep ranks in step for the eye; nothing depends on them. */
    @Test
    void shouldAcceptRoundsThatAreNotInStep() {
      ScheduleVerifier.verify(
          Collective.reduce(0),
          plan(
              rounds(Round.of(reduce(1, ALL)), Round.IDLE, Round.of(reduce(2, ALL)), Round.IDLE),
              rounds(Round.IDLE, Round.IDLE, Round.of(send(0, ALL))),
              rounds(Round.of(send(0, ALL)))));
    }

    @Test
    void shouldAcceptSeveralReducesOfTheSameElementsInARound() {
      ScheduleVerifier.verify(
          Collective.reduce(0),
          plan(
              rounds(Round.of(reduce(2, ALL), reduce(1, LEFT), reduce(1, RIGHT))),
              rounds(Round.of(send(0, LEFT), send(0, RIGHT))),
              rounds(Round.of(send(0, ALL)))));
    }

    @Test
    void shouldAcceptCopiesThatMeetButDoNotOverlap() {
      ScheduleVerifier.verify(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(1, RIGHT), send(1, NOTHING), send(1, LEFT))),
              rounds(Round.of(copy(0, RIGHT), copy(0, NOTHING), copy(0, LEFT)))));
    }

    @Test
    void shouldAcceptAnUndefinedValueThatNobodyUses() {
      ScheduleVerifier.verify(
          Collective.broadcast(0),
          plan(
              rounds(Round.of(send(2, ALL)), Round.of(send(1, ALL))),
              rounds(Round.of(send(2, NOTHING)), Round.of(copy(0, ALL))),
              rounds(Round.of(copy(0, ALL), copy(1, NOTHING)))));
    }

    @Test
    void shouldAcceptTheLongestVector() {
      assertDoesNotThrow(() -> ScheduleVerifier.verify(new Butterfly(), 3, Integer.MAX_VALUE));
      assertDoesNotThrow(() -> ScheduleVerifier.verify(new Ring(), 3, Integer.MAX_VALUE));
    }

    /** The same steps in rounds: only the flat list is wrong. */
    @Test
    void shouldAcceptARingInRounds() {
      ScheduleVerifier.verify(ALL_GATHER, new RingAllGather().schedules(3, 3));
    }
  }

  /** Promises a reduce and does nothing. */
  private record Broken() implements Algorithm {

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public Collective collective() {
      return Collective.reduce(0);
    }

    @Override
    public String summary() {
      return "Does nothing.";
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      return new Schedule(rank, size, length, List.of(Round.IDLE));
    }
  }

  private static Schedule oneStepARound(Schedule schedule) {
    return new Schedule(
        schedule.rank(),
        schedule.size(),
        schedule.length(),
        schedule.steps().map(step -> Round.of(step)).toList());
  }

  private static Round[] rounds(Round... rounds) {
    return rounds;
  }

  /** The rounds of each rank. */
  private static List<Schedule> plan(Round[]... ranks) {
    return IntStream.range(0, ranks.length)
        .mapToObj(rank -> new Schedule(rank, ranks.length, LENGTH, List.of(ranks[rank])))
        .toList();
  }

  private static void assertRejected(
      Collective collective, List<Schedule> schedules, String message) {
    ScheduleException e =
        assertThrows(ScheduleException.class, () -> ScheduleVerifier.verify(collective, schedules));
    assertEquals(message, e.getMessage());
    assertFalse(ReferenceCheck.passes(collective, schedules), "and yet it runs");
  }
}
