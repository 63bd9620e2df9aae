package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TermsTest {
  private final Terms terms = new Terms(4);

  @Test
  void shouldNotCareForTheOrderOfTwo() {
    assertEquals(terms.sum(0, 1), terms.sum(1, 0));
    int pair = terms.sum(0, 1);
    assertEquals(terms.sum(pair, 2), terms.sum(2, pair));
  }

  @Test
  void shouldCareForTheGrouping() {
    assertNotEquals(terms.sum(terms.sum(0, 1), 2), terms.sum(0, terms.sum(1, 2)));
    int pairs = terms.sum(terms.sum(0, 1), terms.sum(2, 3));
    assertEquals(pairs, terms.sum(terms.sum(3, 2), terms.sum(1, 0)));
    assertNotEquals(pairs, terms.sum(terms.sum(0, 2), terms.sum(1, 3)));
    assertNotEquals(pairs, terms.sum(terms.sum(terms.sum(0, 1), 2), 3));
  }

  @Test
  void shouldKnowWhoIsInASum() {
    int three = terms.sum(terms.sum(3, 0), 2);
    assertEquals(BitSet.valueOf(new long[] {0b1101}), terms.contributors(three));
    assertEquals(BitSet.valueOf(new long[] {0b0010}), terms.contributors(1));
  }

  @Test
  void shouldFindWhoIsInBoth() {
    assertEquals(-1, terms.common(terms.sum(0, 1), terms.sum(2, 3)));
    assertEquals(2, terms.common(terms.sum(0, 2), terms.sum(2, 3)));
    assertEquals(1, terms.common(1, 1));
  }

  @Test
  void shouldNumberDifferentSumsDifferently() {
    Terms many = new Terms(100);
    Set<Integer> numbers = new HashSet<>();
    for (int a = 0; a < 100; a++) {
      numbers.add(a);
      for (int b = a + 1; b < 100; b++) {
        numbers.add(many.sum(a, b));
      }
    }
    assertEquals(100 + 100 * 99 / 2, numbers.size());
  }
}
