package io.papilio.core.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.DisseminationBarrier;
import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.algorithm.MixedRadix;
import io.papilio.core.algorithm.Ring;
import org.junit.jupiter.api.Test;

class ScheduleTextTest {

  @Test
  void shouldShowRoundsThatLookTheSameOnce() {
    assertEquals(
        """
          round 1-3  add  1/4  0->1  1->2  2->3  3->0
          round 4-6  copy 1/4  0->1  1->2  2->3  3->0
        """,
        ScheduleText.of(new Ring(), 4));
  }

  @Test
  void shouldShowSwaps() {
    assertEquals(
        """
          round 1  add  all  0<->1  2<->3
          round 2  add  all  0<->2  1<->3
        """,
        ScheduleText.of(new Butterfly(), 4));
  }

  @Test
  void shouldShowTheSharesOfEachRound() {
    assertEquals(
        """
          round 1  add  all  4->0
          round 2  add  1/2  0<->2  1<->3
          round 3  add  1/4  0<->1  2<->3
          round 4  copy 1/4  0<->1  2<->3
          round 5  copy 1/2  0<->2  1<->3
          round 6  copy all  0->4
        """,
        ScheduleText.of(new HalvingDoubling(), 5));
  }

  @Test
  void shouldShowMessagesWithoutElements() {
    assertEquals(
        "  round 1  copy nothing  0->1  1->2  2->0\n"
            + "  round 2  copy nothing  0->2  1->0  2->1\n",
        ScheduleText.of(new DisseminationBarrier(), 3));
  }

  @Test
  void shouldBreakLongLines() {
    String text = ScheduleText.of(new MixedRadix(), 13);
    assertTrue(text.lines().count() > 2);
    text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  @Test
  void shouldSayNothingOfOneRank() {
    assertEquals("", ScheduleText.of(new Ring(), 1));
  }

  @Test
  void shouldRefuseTooManyRanks() {
    assertThrows(IllegalArgumentException.class, () -> ScheduleText.of(new Ring(), 17));
    assertThrows(IllegalArgumentException.class, () -> ScheduleText.of(new Ring(), 0));
  }
}
