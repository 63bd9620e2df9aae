package io.papilio.core.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the algorithms to the rounds and volumes that their documentation promises. */
class AlgorithmCostsTest {

  /** Divides by every size tested with a whole number of elements a rank. */
  private static final int ELEMENTS_A_RANK = 6;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 128})
  void shouldDoTheButterflyInLogRoundsOfAWholeVector(int size) {
    int log = Integer.numberOfTrailingZeros(size);
    assertRounds(log, new Butterfly(), size);
    assertEachSends((long) log * 10, new Butterfly(), size, 10);
    assertEquals(
        (long) log * 10 * size,
        sum(new Butterfly(), size, 10, AlgorithmCostsTest::elementsReduced));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 6, 7, 9, 12, 100, 127, 129})
  void shouldFoldTheButterflyWithOneMoreExchangeEachWay(int size) {
    int log = floorLog2(size);
    int guests = size - Integer.highestOneBit(size);
    List<Schedule> schedules = new Butterfly().schedules(size, 10);
    assertRounds(log + 2, new Butterfly(), size);
    for (Schedule schedule : schedules) {
      int rank = schedule.rank();
      int vectors = rank >= size - guests ? 1 : rank < guests ? log + 1 : log;
      assertEquals(vectors * 10L, schedule.elementsSent(), schedule::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 128})
  void shouldHalveAndDoubleInTwiceLogRoundsOfTheFewestElements(int size) {
    assertRounds(2 * Integer.numberOfTrailingZeros(size), new HalvingDoubling(), size);
    assertBandwidthOptimal(new HalvingDoubling(), size);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 6, 7, 9, 12, 100, 127, 129})
  void shouldFoldHalvingDoublingWithOneMoreExchangeEachWay(int size) {
    int power = Integer.highestOneBit(size);
    int length = power * ELEMENTS_A_RANK;
    long inside = 2L * (power - 1) * ELEMENTS_A_RANK;
    assertRounds(2 * floorLog2(size) + 2, new HalvingDoubling(), size);
    for (Schedule schedule : new HalvingDoubling().schedules(size, length)) {
      int rank = schedule.rank();
      long expected = rank >= power ? length : rank < size - power ? inside + length : inside;
      assertEquals(expected, schedule.elementsSent(), schedule::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 12, 17, 100, 127})
  void shouldGoRoundTheRingTwiceWithTheFewestElements(int size) {
    assertRounds(2 * (size - 1), new Ring(), size);
    assertRounds(size - 1, new RingReduceScatter(), size);
    assertRounds(size - 1, new RingAllGather(), size);
    assertBandwidthOptimal(new Ring(), size);
    long once = (size - 1L) * ELEMENTS_A_RANK;
    assertEachSends(once, new RingReduceScatter(), size, size * ELEMENTS_A_RANK);
    assertEachSends(once, new RingAllGather(), size, size * ELEMENTS_A_RANK);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 8, 12, 17, 30, 64, 100, 127})
  void shouldDoMixedRadixInTwoRoundsALayerOfTheFewestElements(int size) {
    int layers = Degrees.of(size).values().size();
    assertRounds(2 * layers, new MixedRadix(), size);
    assertRounds(layers, new MixedRadixReduceScatter(), size);
    assertRounds(layers, new MixedRadixAllGather(), size);
    assertBandwidthOptimal(new MixedRadix(), size);
    long once = (size - 1L) * ELEMENTS_A_RANK;
    assertEachSends(once, new MixedRadixReduceScatter(), size, size * ELEMENTS_A_RANK);
    assertEachSends(once, new MixedRadixAllGather(), size, size * ELEMENTS_A_RANK);
  }

  @Test
  void shouldNeedFewRoundsForMixedRadixOfFoursAndManyMessages() {
    assertRounds(6, new MixedRadix(), 64);
    assertRounds(12, new HalvingDoubling(), 64);
    assertEquals(6 * 3, new MixedRadix().schedule(0, 64, 64).steps().count() / 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 12, 17, 100, 127, 128, 129})
  void shouldGoUpAndDownTheTree(int size) {
    assertRounds(2 * floorLog2(size), new Tree(), size);
    for (Schedule schedule : new Tree().schedules(size, 10)) {
      int rank = schedule.rank();
      long children = IntStream.of(2 * rank + 1, 2 * rank + 2).filter(c -> c < size).count();
      long parents = rank == 0 ? 0 : 1;
      assertEquals((children + parents) * 10, schedule.elementsSent(), schedule::toString);
      assertTrue(schedule.elementsSent() <= 3 * 10, "at most three vectors");
      assertEquals(children * 10, elementsReduced(schedule));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 12, 128})
  void shouldAddARoundToTheTreeForEachFurtherSegment(int size) {
    int segment = 32 * 1024;
    int whole = 2 * floorLog2(size);
    for (int segments = 1; segments <= 5; segments++) {
      int rounds = whole + segments - 1;
      assertEquals(rounds, new Tree().schedule(0, size, segments * segment).rounds().size());
      assertEquals(
          rounds + 1, new Tree().schedule(0, size, segments * segment + 1).rounds().size());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 12, 17, 127, 128, 129})
  void shouldReduceAndBroadcastInLogRoundsOfAWholeVector(int size) {
    int log = ceilLog2(size);
    assertRounds(log, new BinomialReduce(), size);
    assertRounds(log, new BinomialBroadcast(), size);
    assertRounds(2 * log, new ReduceBroadcast(), size);
    for (Schedule schedule : new BinomialReduce().schedules(size, 10)) {
      assertEquals(schedule.rank() == 0 ? 0 : 10, schedule.elementsSent());
    }
    assertEquals(log * 10L, new BinomialBroadcast().schedule(0, size, 10).elementsSent());
    assertEquals((size - 1) * 10L, sum(new BinomialBroadcast(), size, 10, Schedule::elementsSent));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 12, 17, 127, 128, 129})
  void shouldDoTheBarrierInLogRoundsWithoutElements(int size) {
    assertRounds(ceilLog2(size), new DisseminationBarrier(), size);
    assertEachSends(0, new DisseminationBarrier(), size, 10);
    assertEquals(
        ceilLog2(size) * 2L, new DisseminationBarrier().schedule(0, size, 0).steps().count());
  }

  /** Whatever the way, a sum of N vectors that all shall have takes N - 1 in and N - 1 out. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 12, 16, 31, 33})
  void shouldWasteNothingButForTheButterfly(int size) {
    for (Algorithm algorithm :
        List.of(
            new Ring(),
            new Tree(),
            new MixedRadix(),
            new HalvingDoubling(),
            new ReduceBroadcast())) {
      for (int length : new int[] {0, 1, size - 1, size, 2 * size + 3}) {
        long vectors = (size - 1L) * length;
        assertEquals(2 * vectors, sum(algorithm, size, length, Schedule::elementsSent));
        assertEquals(vectors, sum(algorithm, size, length, AlgorithmCostsTest::elementsReduced));
      }
    }
  }

  private static void assertBandwidthOptimal(Algorithm algorithm, int size) {
    assertEachSends(2L * (size - 1) * ELEMENTS_A_RANK, algorithm, size, size * ELEMENTS_A_RANK);
  }

  private static void assertRounds(int expected, Algorithm algorithm, int size) {
    for (Schedule schedule : algorithm.schedules(size, 10)) {
      assertEquals(expected, schedule.rounds().size(), schedule::toString);
    }
  }

  private static void assertEachSends(long elements, Algorithm algorithm, int size, int length) {
    for (Schedule schedule : algorithm.schedules(size, length)) {
      assertEquals(elements, schedule.elementsSent(), schedule::toString);
    }
  }

  private static long elementsReduced(Schedule schedule) {
    return schedule
        .steps()
        .filter(step -> step.kind() == Step.Kind.REDUCE)
        .mapToLong(step -> step.range().length())
        .sum();
  }

  private static long sum(
      Algorithm algorithm, int size, int length, ToLongFunction<Schedule> measure) {
    return algorithm.schedules(size, length).stream().mapToLong(measure).sum();
  }

  private static int floorLog2(int number) {
    return 31 - Integer.numberOfLeadingZeros(number);
  }

  private static int ceilLog2(int number) {
    return number == 1 ? 0 : floorLog2(number - 1) + 1;
  }
}
