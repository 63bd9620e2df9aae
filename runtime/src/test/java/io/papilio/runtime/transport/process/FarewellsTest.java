package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Transport.Loss;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has left, and how; in virtual time. */
class FarewellsTest {
  private static final long GRACE = 200_000_000L;
  private final Farewells farewells = new Farewells();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldLoseAPeerAfterItsLastGoodbye(int links) {
    for (int i = 1; i < links; i++) {
      farewells.bye(7, links);
      assertFalse(farewells.isGone(7));
      assertEquals(List.of(), farewells.due(0));
    }
    farewells.bye(7, links);
    assertTrue(farewells.isGone(7));
    assertEquals(List.of(new Loss(7, true, "left")), farewells.due(0));
    assertEquals(List.of(), farewells.due(Long.MAX_VALUE));
    farewells.bye(7, links);
    assertEquals(List.of(), farewells.due(Long.MAX_VALUE), "once is enough");
  }

  @Test
  void shouldSuspectAPeerWhoseLinkBreaksAfterAMoment() {
    farewells.broken(7, "reset", 1_000);
    farewells.broken(7, "another", 2_000);
    assertEquals(1_000 + GRACE, farewells.nextNanos());
    assertEquals(List.of(), farewells.due(999 + GRACE));
    assertFalse(farewells.isGone(7));
    assertEquals(List.of(new Loss(7, false, "reset")), farewells.due(1_000 + GRACE));
    assertTrue(farewells.isGone(7));
    assertEquals(Long.MAX_VALUE, farewells.nextNanos());
    farewells.broken(7, "again", 3_000 + GRACE);
    assertEquals(Long.MAX_VALUE, farewells.nextNanos(), "it is known");
    assertEquals(List.of(), farewells.due(Long.MAX_VALUE));
  }

  /** The break was only the end of what the goodbye on another link announced. */
  @Test
  void shouldBelieveAGoodbyeMoreThanABreak() {
    farewells.bye(7, 2);
    farewells.broken(7, "closed", 0);
    farewells.bye(7, 2);
    assertEquals(List.of(new Loss(7, true, "left")), farewells.due(Long.MAX_VALUE));
    assertEquals(Long.MAX_VALUE, farewells.nextNanos());
  }

  /** Its last words on the other link never came. */
  @Test
  void shouldSuspectAPeerThatSaidOnlyHalfAGoodbye() {
    farewells.bye(7, 2);
    farewells.broken(7, "closed", 0);
    assertEquals(List.of(new Loss(7, false, "closed")), farewells.due(GRACE));
  }

  @Test
  void shouldSayNothingOfThoseWhoAreGone() {
    farewells.broken(7, "reset", 0);
    assertTrue(farewells.gone(7));
    assertFalse(farewells.gone(7));
    farewells.bye(7, 1);
    assertEquals(List.of(), farewells.due(Long.MAX_VALUE));
    assertEquals(Long.MAX_VALUE, farewells.nextNanos());
  }

  @Test
  void shouldKeepPeersApart() {
    farewells.broken(1, "reset", 0);
    farewells.bye(2, 1);
    farewells.bye(3, 2);
    farewells.broken(4, "late", GRACE);
    assertEquals(
        List.of(new Loss(2, true, "left"), new Loss(1, false, "reset")), farewells.due(GRACE));
    assertFalse(farewells.isGone(3));
    assertEquals(2 * GRACE, farewells.nextNanos());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void shouldBearANumberOfLinksThatIsNone(int links) {
    farewells.bye(7, links);
    assertEquals(List.of(new Loss(7, true, "left")), farewells.due(0));
  }
}
