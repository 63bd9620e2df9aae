package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.core.algorithm.BinomialBroadcast;
import io.papilio.core.algorithm.BinomialReduce;
import io.papilio.core.algorithm.Ring;
import java.util.List;
import org.junit.jupiter.api.Test;

class RerootedTest {

  @Test
  void shouldKeepItsPromiseFromEveryRoot() {
    for (Algorithm base : List.of(new BinomialReduce(), new BinomialBroadcast())) {
      for (int size = 1; size <= 17; size++) {
        for (int root = 0; root < size; root++) {
          ScheduleVerifier.verify(new Rerooted(base, root), size, 5);
        }
      }
    }
  }

  @Test
  void shouldPutEveryoneInThePlaceOfAnother() {
    Algorithm moved = new Rerooted(new BinomialBroadcast(), 3);
    assertEquals(
        """
        rank 3 of 5, 2 elements
          round 0: [0,2) -> 2
          round 1: [0,2) -> 0
          round 2: [0,2) -> 4
        """,
        moved.schedule(3, 5, 2).toString());
    assertEquals(
        """
        rank 0 of 5, 2 elements
          round 0: idle
          round 1: [0,2) <- 3
          round 2: [0,2) -> 1
        """,
        moved.schedule(0, 5, 2).toString());
  }

  @Test
  void shouldChangeNothingForRootZero() {
    assertEquals(
        new BinomialReduce().schedules(6, 4),
        new Rerooted(new BinomialReduce(), 0).schedules(6, 4));
  }

  @Test
  void shouldSayWhatItIs() {
    Algorithm moved = new Rerooted(new BinomialReduce(), 2);
    assertEquals(Collective.reduce(2), moved.collective());
    assertEquals("binomial", moved.name());
    assertEquals(new BinomialReduce().summary(), moved.summary());
  }

  /** What is right for one root is wrong for another. */
  @Test
  void shouldNotPassForAnotherRoot() {
    List<Schedule> toTwo = new Rerooted(new BinomialReduce(), 2).schedules(5, 4);
    ScheduleVerifier.verify(Collective.reduce(2), toTwo);
    for (int root : new int[] {0, 1, 3, 4}) {
      assertThrows(
          ScheduleException.class, () -> ScheduleVerifier.verify(Collective.reduce(root), toTwo));
    }
  }

  @Test
  void shouldRefuseRootsThatDoNotExist() {
    assertThrows(IllegalArgumentException.class, () -> new Rerooted(new BinomialReduce(), -1));
    Algorithm moved = new Rerooted(new BinomialReduce(), 3);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> moved.schedule(0, 3, 4));
    assertEquals("no root 3 among 3 ranks", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> moved.schedule(5, 5, 4));
    assertThrows(IllegalArgumentException.class, () -> moved.schedule(-1, 5, 4));
  }

  @Test
  void shouldRefuseWhatHasNoRootToMove() {
    assertThrows(IllegalArgumentException.class, () -> new Rerooted(new Ring(), 1));
    Algorithm moved = new Rerooted(new BinomialReduce(), 1);
    assertThrows(IllegalArgumentException.class, () -> new Rerooted(moved, 2));
  }
}
