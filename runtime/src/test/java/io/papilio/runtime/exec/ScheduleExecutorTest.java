package io.papilio.runtime.exec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScheduleExecutorTest {
  private static final Range ALL = Range.of(4);
  private static final Range LOW = new Range(0, 2);
  private static final Range HIGH = new Range(2, 4);

  private final List<Sent> sent = new ArrayList<>();
  private final Scratch scratch = new Scratch();
  private final int[] data = {1, 2, 3, 4};
  private int releases;
  private long maxPayloadBytes = Long.MAX_VALUE;

  private record Sent(int peer, int sequence, Slice elements, boolean more) {}

  /** A port with a limit, for what a message carries. */
  private record LimitedPort(long maxPayloadBytes, Consumer<Sent> sink)
      implements ScheduleExecutor.Port {
    @Override
    public boolean send(int peer, int sequence, Slice piece, boolean more) {
      sink.accept(new Sent(peer, sequence, piece, more));
      return false;
    }

    @Override
    public boolean lends() {
      return true;
    }
  }

  /** Rank 0 of 3 with these rounds. */
  private ScheduleExecutor executor(Round... rounds) {
    return executor(Kernels::sum, rounds);
  }

  private ScheduleExecutor executor(Combiner combiner, Round... rounds) {
    Schedule schedule = new Schedule(0, 3, data.length, List.of(rounds));
    return new ScheduleExecutor(
        schedule,
        new DenseStore(Slice.of(data), combiner, scratch),
        new LimitedPort(maxPayloadBytes, sent::add));
  }

  private Message message(int sequence, int... elements) {
    return Message.to(0, Lane.DATA, 1)
        .sequence(sequence)
        .payload(Slice.of(elements))
        .arrived(1, released -> releases++);
  }

  private static int[] elements(Sent sent) {
    Slice copy = Slice.allocate(ElementType.INT, sent.elements().length());
    sent.elements().copyTo(copy);
    return copy.ints();
  }

  private Object array(int message) {
    return sent.get(message).elements().array();
  }

  @Test
  void shouldBeDoneAtOnceWithoutRounds() {
    ScheduleExecutor executor = executor();
    executor.start();
    assertTrue(executor.isDone());
    assertEquals(Set.of(), executor.awaited());
    assertFalse(executor.needs(1));
  }

  @Test
  void shouldPassIdleRounds() {
    ScheduleExecutor executor =
        executor(Round.IDLE, Round.IDLE, Round.of(Step.send(1, LOW)), Round.IDLE);
    executor.start();
    assertEquals(2, executor.round());
    executor.onReleased(1);
    assertTrue(executor.isDone());
  }

  @Test
  void shouldEnterARoundWhenAllIsAppliedAndReleased() {
    ScheduleExecutor executor =
        executor(
            Round.of(Step.send(1, LOW), Step.send(2, LOW), Step.reduce(1, HIGH)),
            Round.of(Step.send(1, HIGH)));
    executor.start();
    assertEquals(2, sent.size());
    assertEquals(Set.of(1, 2), executor.awaited());
    executor.onReleased(1);
    assertEquals(Set.of(1, 2), executor.awaited());
    executor.onMessage(1, message(0, 10, 20));
    assertEquals(1, releases);
    assertEquals(Set.of(2), executor.awaited());
    assertEquals(0, executor.round());
    assertEquals(2, sent.size());
    executor.onReleased(2);
    assertEquals(1, executor.round());
    assertEquals(new Sent(1, 1, sent.get(2).elements(), false), sent.get(2));
    assertArrayEquals(new int[] {13, 24}, elements(sent.get(2)));
    assertFalse(executor.isDone());
    executor.onReleased(1);
    assertTrue(executor.isDone());
    assertArrayEquals(new int[] {1, 2, 13, 24}, data);
  }

  @Test
  void shouldKeepMessagesOfLaterRounds() {
    ScheduleExecutor executor =
        executor(
            Round.of(Step.copy(2, ALL)),
            Round.of(Step.reduce(1, LOW)),
            Round.of(Step.copy(1, HIGH), Step.reduce(2, HIGH)));
    executor.start();
    executor.onMessage(1, message(0, 1, 1));
    executor.onMessage(1, message(1, 5, 6));
    assertEquals(0, releases);
    assertArrayEquals(new int[] {1, 2, 3, 4}, data);
    executor.onMessage(2, message(0, 7, 7, 7, 7));
    assertEquals(3, releases);
    assertArrayEquals(new int[] {8, 8, 5, 6}, data);
    executor.onMessage(2, message(1, 1, 1));
    assertTrue(executor.isDone());
    assertArrayEquals(new int[] {8, 8, 6, 7}, data);
  }

  @Test
  void shouldApplyInTheOrderOfTheSteps() {
    List<Integer> order = new ArrayList<>();
    ScheduleExecutor executor =
        executor(
            (into, from) -> order.add(from.ints()[0]),
            Round.of(Step.reduce(1, LOW), Step.reduce(2, LOW), Step.reduce(1, HIGH)));
    executor.start();
    executor.onMessage(2, message(0, 20, 0));
    assertEquals(List.of(), order);
    executor.onMessage(1, message(0, 10, 0));
    assertEquals(List.of(10, 20), order);
    executor.onMessage(1, message(1, 11, 0));
    assertEquals(List.of(10, 20, 11), order);
    assertTrue(executor.isDone());
  }

  @Test
  void shouldSendACopyOfWhatTheRoundChanges() {
    ScheduleExecutor executor =
        executor(Round.of(Step.send(1, ALL), Step.send(2, LOW), Step.reduce(1, ALL)));
    executor.start();
    executor.onMessage(1, message(0, 10, 10, 10, 10));
    assertArrayEquals(new int[] {11, 12, 13, 14}, data);
    assertArrayEquals(new int[] {1, 2, 3, 4}, elements(sent.get(0)));
    assertArrayEquals(new int[] {1, 2}, elements(sent.get(1)));
  }

  @Test
  void shouldSendFromItsPlaceWhatTheRoundLeavesAlone() {
    ScheduleExecutor executor = executor(Round.of(Step.send(1, HIGH), Step.reduce(1, LOW)));
    executor.start();
    assertSame(data, sent.get(0).elements().array());
    assertEquals(2, sent.get(0).elements().offset());
  }

  @Test
  void shouldNotLendACopyAgainBeforeItIsReleased() {
    Round swap = Round.of(Step.send(1, ALL), Step.send(2, ALL), Step.reduce(1, ALL));
    ScheduleExecutor one = executor(swap);
    one.start();
    one.onReleased(1);
    one.onMessage(1, message(0, 1, 1, 1, 1));
    ScheduleExecutor other = executor(swap);
    other.start(); // while rank 2 still reads what the first has sent
    assertNotSame(array(0), array(2));
    assertArrayEquals(new int[] {1, 2, 3, 4}, elements(sent.get(1)));
    one.onReleased(2);
    ScheduleExecutor third = executor(swap);
    third.start();
    List<Object> before = List.of(array(0), array(1));
    assertTrue(before.containsAll(List.of(array(4), array(5))));
    assertArrayEquals(new int[] {2, 3, 4, 5}, elements(sent.get(5)));
  }

  @Test
  void shouldNotLendACopyAgainAfterGivingUp() {
    Round swap = Round.of(Step.send(1, ALL), Step.reduce(1, ALL));
    ScheduleExecutor one = executor(swap);
    one.start();
    one.cancel();
    one.onReleased(1);
    ScheduleExecutor other = executor(swap);
    other.start();
    assertNotSame(sent.get(0).elements().array(), sent.get(1).elements().array());
  }

  @Test
  void shouldRefuseAMessageOutOfOrder() {
    ScheduleExecutor executor = executor(Round.of(Step.copy(1, LOW), Step.copy(1, HIGH)));
    executor.start();
    executor.onMessage(1, message(0, 1, 1));
    Message twice = message(0, 1, 1);
    assertThrows(IllegalStateException.class, () -> executor.onMessage(1, twice));
    assertEquals(1, releases);
    assertFalse(executor.isDone());
    executor.cancel();
    assertEquals(2, releases, "what was refused is released too");
  }

  @Test
  void shouldRefuseAMessageOfAnotherLength() {
    ScheduleExecutor executor = executor(Round.of(Step.copy(1, LOW)));
    executor.start();
    Message longer = message(0, 1, 1, 1);
    assertThrows(IllegalStateException.class, () -> executor.onMessage(1, longer));
    assertArrayEquals(new int[] {1, 2, 3, 4}, data);
    executor.cancel();
    assertEquals(1, releases, "what was refused is released too");
  }

  @Test
  void shouldReleaseAMessageThatCannotBeCombined() {
    ScheduleExecutor executor =
        executor(
            (into, from) -> {
              throw new ArithmeticException("no sum");
            },
            Round.of(Step.reduce(1, LOW), Step.reduce(1, LOW)));
    executor.start();
    Message first = message(0, 1, 1);
    assertThrows(ArithmeticException.class, () -> executor.onMessage(1, first));
    assertEquals(0, releases, "its sender would take it for added");
    executor.cancel();
    assertEquals(1, releases);
  }

  @Test
  void shouldReleaseAllWhenItGivesUp() {
    ScheduleExecutor executor =
        executor(Round.of(Step.copy(2, ALL)), Round.of(Step.copy(1, LOW), Step.copy(1, HIGH)));
    executor.start();
    executor.onMessage(1, message(0, 1, 1));
    executor.onMessage(1, message(1, 1, 1));
    executor.cancel();
    assertEquals(2, releases);
    assertTrue(executor.isDone());
    assertArrayEquals(new int[] {1, 2, 3, 4}, data);
  }

  @Test
  void shouldKnowWhatItStillNeeds() {
    ScheduleExecutor executor =
        executor(
            Round.of(Step.send(1, LOW), Step.copy(2, LOW)),
            Round.of(Step.copy(1, HIGH), Step.copy(2, HIGH)),
            Round.of(Step.copy(2, ALL)));
    assertTrue(executor.needs(1));
    assertTrue(executor.needs(2));
    executor.start();
    assertTrue(executor.needs(1), "that it releases");
    executor.onReleased(1);
    assertTrue(executor.needs(1), "its message of round 1");
    executor.onMessage(1, message(0, 1, 1));
    assertFalse(executor.needs(1), "all that it has to give is here");
    executor.onMessage(2, message(0, 1, 1));
    executor.onMessage(2, message(1, 1, 1));
    assertEquals(2, executor.round());
    assertTrue(executor.needs(2));
    executor.onMessage(2, message(2, 1, 1, 1, 1));
    assertFalse(executor.needs(2));
    assertTrue(executor.isDone());
  }

  @Test
  void shouldNeedAPeerThatItHasYetToSendTo() {
    ScheduleExecutor executor = executor(Round.of(Step.copy(2, LOW)), Round.of(Step.send(1, LOW)));
    executor.start();
    assertTrue(executor.needs(1));
    assertEquals(Set.of(2), executor.awaited());
    executor.onMessage(2, message(0, 1, 1));
    assertEquals(Set.of(1), executor.awaited());
    assertTrue(executor.needs(1));
    executor.onReleased(1);
    assertFalse(executor.needs(1));
  }

  /** All ranks of any algorithm, with messages and releases in any order that links allow. */
  @Property(tries = 600)
  void shouldRunAnyAlgorithmInAnyOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int size,
      @ForAll @IntRange(max = 40) int length,
      @ForAll @IntRange(min = 1, max = 50) int piece) {
    List<Algorithm> algorithms = Algorithms.all();
    Algorithm algorithm = algorithms.get((int) Math.floorMod(seed, (long) algorithms.size()));
    List<Slice> all = new ArrayList<>();
    List<Store> stores = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      all.add(Values.of(ElementType.LONG, length, rank));
      stores.add(new DenseStore(all.get(rank), Kernels::sum, new Scratch()));
    }
    long most = (long) piece * Long.BYTES;
    new AllRanks(algorithm.schedules(size, length), stores, most, new Random(seed)).run();
    for (int rank = 0; rank < size; rank++) {
      for (int owner = 0; owner < size; owner++) {
        if (algorithm.collective().holdsAfter(rank, owner)) {
          check(algorithm, all.get(rank), Range.part(length, size, owner), owner, size);
        }
      }
    }
  }

  private static void check(Algorithm algorithm, Slice elements, Range part, int owner, int size) {
    for (int i = part.from(); i < part.to(); i++) {
      long expected = 0;
      for (int from = 0; from < size; from++) {
        expected += algorithm.collective().holdsBefore(from, owner) ? Values.at(from, i) : 0;
      }
      assertEquals(expected, elements.longs()[i], algorithm.name() + " element " + i);
    }
  }
}
