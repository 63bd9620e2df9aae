package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.BinomialBroadcast;
import io.papilio.core.algorithm.BinomialReduce;
import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.DisseminationBarrier;
import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.algorithm.MixedRadix;
import io.papilio.core.algorithm.MixedRadixAllGather;
import io.papilio.core.algorithm.Ring;
import io.papilio.core.algorithm.RingReduceScatter;
import io.papilio.core.algorithm.Tree;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SegmentedTest {

  /** The tree itself is in one segment as long as vectors are short. */
  static List<Algorithm> bases() {
    return List.of(
        new Tree(),
        new Butterfly(),
        new Ring(),
        new HalvingDoubling(),
        new MixedRadix(),
        new BinomialBroadcast(),
        new BinomialReduce(),
        new Rerooted(new BinomialReduce(), 1),
        new DisseminationBarrier());
  }

  @ParameterizedTest
  @MethodSource("bases")
  void shouldKeepThePromiseOfWhatItCuts(Algorithm base) {
    for (int size : new int[] {2, 3, 7, 8, 9}) {
      for (int length : new int[] {0, 1, size + 1, 60}) {
        for (int segmentLength : new int[] {1, 7, 20, 30, 59, 60, Integer.MAX_VALUE}) {
          ScheduleVerifier.verify(new Segmented(base, segmentLength), size, length);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bases")
  void shouldAddARoundForEachFurtherSegment(Algorithm base) {
    for (int size : new int[] {2, 3, 8, 17}) {
      int rounds = base.schedule(1, size, 100).rounds().size();
      for (int segments : new int[] {1, 2, 3, 25, 100}) {
        Schedule cut = new Segmented(base, 100 / segments).schedule(1, size, 100 - 100 % segments);
        assertEquals(rounds + segments - 1, cut.rounds().size());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bases")
  void shouldMoveAsMuchAsInOnePiece(Algorithm base) {
    for (int size : new int[] {2, 3, 8}) {
      long whole = base.schedules(size, 96).stream().mapToLong(Schedule::elementsSent).sum();
      long cut =
          new Segmented(base, 24)
              .schedules(size, 96).stream().mapToLong(Schedule::elementsSent).sum();
      assertEquals(whole, cut);
    }
  }

  /** Ranks 1 and 2 of 7 send up one segment while they receive the next from their children. */
  @Test
  void shouldLetAllLevelsOfATreeWorkAtOnce() {
    Schedule inner = new Segmented(new Tree(), 10).schedule(1, 7, 30);
    assertEquals(
        """
        rank 1 of 7, 30 elements
          round 0: [0,10) += 3, [0,10) += 4
          round 1: [0,10) -> 0, [10,20) += 3, [10,20) += 4
          round 2: [0,10) <- 0, [10,20) -> 0, [20,30) += 3, [20,30) += 4
          round 3: [0,10) -> 3, [0,10) -> 4, [10,20) <- 0, [20,30) -> 0
          round 4: [10,20) -> 3, [10,20) -> 4, [20,30) <- 0
          round 5: [20,30) -> 3, [20,30) -> 4
        """,
        inner.toString());
    assertTrue(inner.rounds().stream().noneMatch(Round.IDLE::equals));
  }

  /** As many rounds as the segments overlap, not as many as they have one after the other. */
  @Test
  void shouldTakeLessTimeThanOneSegmentAfterTheOther() {
    int segments = 50;
    Schedule whole = new Tree().schedule(3, 15, 10);
    Schedule cut = new Segmented(new Tree(), 10).schedule(3, 15, 10 * segments);
    assertEquals(whole.rounds().size() + segments - 1, cut.rounds().size());
    assertTrue(cut.rounds().size() < whole.rounds().size() * segments / 5);
  }

  @Test
  void shouldDoEachSegmentAsTheBaseDoes() {
    Algorithm cut = new Segmented(new Butterfly(), 4);
    List<Range> segments = IntStream.range(0, 3).mapToObj(i -> Range.part(10, 3, i)).toList();
    Schedule schedule = cut.schedule(2, 4, 10);
    for (Range segment : segments) {
      List<Step> own = schedule.steps().filter(step -> step.range().overlaps(segment)).toList();
      Schedule alone = new Butterfly().schedule(2, 4, segment.length());
      assertEquals(alone.within(10, segment.from()).steps().toList(), own);
    }
  }

  @Test
  void shouldChangeNothingInOneSegment() {
    for (Algorithm base : bases()) {
      assertEquals(base.schedules(5, 20), new Segmented(base, 20).schedules(5, 20));
      assertEquals(base.schedules(5, 0), new Segmented(base, 1).schedules(5, 0));
    }
  }

  @Test
  void shouldCutWhatIsCutAlready() {
    Algorithm twice = new Segmented(new Segmented(new Tree(), 3), 8);
    for (int size : new int[] {1, 2, 6, 9}) {
      for (int length = 0; length < 40; length++) {
        ScheduleVerifier.verify(twice, size, length);
      }
    }
  }

  @Test
  void shouldMoveToAnotherRootInSegments() {
    Algorithm moved = new Rerooted(new Segmented(new BinomialBroadcast(), 5), 3);
    ScheduleVerifier.verify(moved, 6, 23);
    assertEquals(
        moved.schedules(6, 23),
        new Segmented(new Rerooted(new BinomialBroadcast(), 3), 5).schedules(6, 23));
  }

  @Test
  void shouldSayWhatItIs() {
    Algorithm cut = new Segmented(new Butterfly(), 64);
    assertEquals("butterfly/64", cut.name());
    assertEquals(Collective.ALL_REDUCE, cut.collective());
    assertTrue(cut.summary().startsWith(new Butterfly().summary()), cut.summary());
    assertTrue(cut.summary().contains("64"), cut.summary());
  }

  @Test
  void shouldRefuseWhatCannotBeCut() {
    assertThrows(IllegalArgumentException.class, () -> new Segmented(new RingReduceScatter(), 10));
    assertThrows(
        IllegalArgumentException.class, () -> new Segmented(new MixedRadixAllGather(), 10));
    assertThrows(IllegalArgumentException.class, () -> new Segmented(new Ring(), 0));
    assertThrows(IllegalArgumentException.class, () -> new Segmented(new Ring(), -1));
  }
}
