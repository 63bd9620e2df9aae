package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
  @Test
  void shouldFallWithTheRootOfTheStepOrNotAtAll() {
    Rate root = new Rate(Rate.Kind.INVERSE_ROOT, 3);
    assertEquals(3, root.at(1));
    assertEquals(1, root.at(9));
    assertEquals(3e-5, root.at(10_000_000_000L), 1e-15);
    for (Rate.Kind kind : new Rate.Kind[] {Rate.Kind.CONSTANT, Rate.Kind.ADAGRAD}) {
      assertEquals(3, new Rate(kind, 3).at(1));
      assertEquals(3, new Rate(kind, 3).at(9));
    }
  }

  @Test
  void shouldKeepItsKindWithAnotherStart() {
    Rate rate = new Rate(Rate.Kind.INVERSE_ROOT, 3);
    assertEquals(new Rate(Rate.Kind.INVERSE_ROOT, 2), rate.withStart(2));
    assertEquals(new Rate(Rate.Kind.INVERSE_ROOT, 2), rate.atMost(2));
    assertEquals(rate, rate.atMost(5));
  }

  @Test
  void shouldHaveNoStartUntilItIsFound() {
    Rate auto = Rate.auto(Rate.Kind.CONSTANT);
    assertTrue(auto.isAuto());
    assertThrows(NoSuchElementException.class, () -> auto.at(1));
    assertFalse(auto.withStart(1).isAuto());
    assertEquals(0.5, auto.withStart(0.5).at(1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void shouldBeAbove0(double start) {
    assertThrows(IllegalArgumentException.class, () -> new Rate(Rate.Kind.CONSTANT, start));
  }
}
