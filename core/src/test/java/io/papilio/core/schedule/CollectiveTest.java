package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectiveTest {
  private static final int OWNER = 2;
  private static final int ROOT = 1;
  private static final List<Integer> EVERYONE = List.of(0, 1, 2, 3);

  @Test
  void shouldTellWhoHoldsAValueBeforeAndAfter() {
    assertPlaces(Collective.ALL_REDUCE, EVERYONE, EVERYONE);
    assertPlaces(Collective.reduce(ROOT), EVERYONE, List.of(ROOT));
    assertPlaces(Collective.broadcast(ROOT), List.of(ROOT), EVERYONE);
    assertPlaces(Collective.REDUCE_SCATTER, EVERYONE, List.of(OWNER));
    assertPlaces(Collective.ALL_GATHER, List.of(OWNER), EVERYONE);
    assertPlaces(Collective.BARRIER, List.of(), List.of());
  }

  @Test
  void shouldTellWhetherARankIsSpecial() {
    assertTrue(Collective.reduce(3).isRooted());
    assertTrue(Collective.broadcast(0).isRooted());
    assertFalse(Collective.ALL_REDUCE.isRooted());
    assertFalse(Collective.REDUCE_SCATTER.isRooted());
    assertFalse(Collective.ALL_GATHER.isRooted());
    assertFalse(Collective.BARRIER.isRooted());
  }

  @Test
  void shouldNameItself() {
    assertEquals("all-reduce", Collective.ALL_REDUCE.toString());
    assertEquals("reduce (root 3)", Collective.reduce(3).toString());
    assertEquals("broadcast (root 0)", Collective.broadcast(0).toString());
    assertEquals("reduce-scatter", Collective.Kind.REDUCE_SCATTER.toString());
  }

  @Test
  void shouldRefuseARootThatCannotBe() {
    assertThrows(IllegalArgumentException.class, () -> Collective.reduce(-1));
    assertThrows(IllegalArgumentException.class, () -> Collective.broadcast(-1));
  }

  private static void assertPlaces(
      Collective collective, List<Integer> before, List<Integer> after) {
    assertEquals(before, ranks(rank -> collective.holdsBefore(rank, OWNER)), "before");
    assertEquals(after, ranks(rank -> collective.holdsAfter(rank, OWNER)), "after");
  }

  private static List<Integer> ranks(IntPredicate condition) {
    return IntStream.range(0, 4).filter(condition).boxed().toList();
  }
}
