package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RangeTest {
  private static final int MAX = Integer.MAX_VALUE;

  @Property
  void shouldTileTheVectorExactly(
      @ForAll @IntRange(min = 0) int length, @ForAll @IntRange(min = 1, max = 200) int parts) {
    int end = 0;
    for (int index = 0; index < parts; index++) {
      Range part = Range.part(length, parts, index);
      assertEquals(end, part.from());
      end = part.to();
    }
    assertEquals(length, end);
  }

  @Property
  void shouldCutPartsThatDifferByAtMostOneTheLargerFirst(
      @ForAll @IntRange(min = 0) int length, @ForAll @IntRange(min = 1, max = 200) int parts) {
    for (int index = 0; index < parts; index++) {
      int larger = index < length % parts ? 1 : 0;
      assertEquals(length / parts + larger, Range.part(length, parts, index).length());
    }
  }

  @Property
  void shouldJoinPartsInARow(
      @ForAll @IntRange(min = 0) int length,
      @ForAll @IntRange(min = 1) int parts,
      @ForAll @IntRange(min = 0) int one,
      @ForAll @IntRange(min = 0) int other) {
    int first = Math.min(one % parts, other % parts);
    int last = Math.max(one % parts, other % parts);
    Range joined = Range.parts(length, parts, first, last + 1);
    assertEquals(Range.part(length, parts, first).from(), joined.from());
    assertEquals(Range.part(length, parts, last).to(), joined.to());
    assertTrue(Range.parts(length, parts, first, first).isEmpty());
  }

  /** Cutting what was cut is cutting finer, where that comes out even. */
  @Property
  void shouldCutPartsAgain(
      @ForAll @IntRange(min = 0, max = 1000) int unit,
      @ForAll @IntRange(min = 1, max = 20) int outer,
      @ForAll @IntRange(min = 1, max = 20) int inner) {
    int length = unit * outer * inner;
    for (int i = 0; i < outer * inner; i++) {
      Range coarse = Range.part(length, outer, i / inner);
      Range fine = Range.part(coarse.length(), inner, i % inner).shift(coarse.from());
      assertEquals(Range.part(length, outer * inner, i), fine);
    }
  }

  @Property
  void shouldOverlapWhereAnElementIsInBoth(
      @ForAll @IntRange(min = 0, max = 8) int from,
      @ForAll @IntRange(min = 0, max = 8) int length,
      @ForAll @IntRange(min = 0, max = 8) int otherFrom,
      @ForAll @IntRange(min = 0, max = 8) int otherLength) {
    Range range = new Range(from, from + length);
    Range other = new Range(otherFrom, otherFrom + otherLength);
    boolean common = elements(range).anyMatch(i -> elements(other).anyMatch(j -> i == j));
    assertEquals(common, range.overlaps(other));
    assertEquals(common, other.overlaps(range));
  }

  @Test
  void shouldNotOverflowAtTheExtremes() {
    for (int length : List.of(0, 1, MAX - 1, MAX)) {
      for (int parts : List.of(1, 2, 3, 65536, MAX - 1, MAX)) {
        assertEquals(0, Range.part(length, parts, 0).from());
        assertEquals(length, Range.part(length, parts, parts - 1).to());
        assertEquals(Range.of(length), Range.parts(length, parts, 0, parts));
        assertTrue(Range.part(length, parts, parts / 2).length() - length / parts <= 1);
      }
    }
    assertEquals(new Range(MAX - 1, MAX), Range.part(MAX, MAX, MAX - 1));
    assertEquals(new Range(MAX, MAX), Range.parts(MAX, MAX, MAX, MAX));
    assertThrows(IllegalArgumentException.class, () -> Range.part(5, MAX, MAX));
    assertThrows(IllegalArgumentException.class, () -> new Range(1, MAX).shift(1));
    assertFalse(new Range(MAX, MAX).overlaps(Range.of(MAX)));
  }

  @Test
  void shouldRefuseWhatIsNotARange() {
    assertThrows(IllegalArgumentException.class, () -> new Range(-1, 2));
    assertThrows(IllegalArgumentException.class, () -> new Range(3, 2));
    assertThrows(IllegalArgumentException.class, () -> Range.of(-1));
    assertThrows(IllegalArgumentException.class, () -> new Range(1, 2).shift(-2));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new Range(7, 2));
    assertTrue(e.getMessage().contains("7") && e.getMessage().contains("2"), e.getMessage());
  }

  @Test
  void shouldRefusePartsThatDoNotExist() {
    assertThrows(IllegalArgumentException.class, () -> Range.part(-1, 2, 0));
    assertThrows(IllegalArgumentException.class, () -> Range.part(10, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> Range.part(10, -2, 0));
    assertThrows(IllegalArgumentException.class, () -> Range.part(10, 3, 3));
    assertThrows(IllegalArgumentException.class, () -> Range.part(10, 3, -1));
    assertThrows(IllegalArgumentException.class, () -> Range.parts(10, 3, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> Range.parts(10, 3, 0, 4));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Range.part(10, 3, 5));
    assertEquals("no pieces 5..6 of 10 elements cut into 3", e.getMessage());
  }

  @Test
  void shouldTellItsElements() {
    Range range = new Range(2, 5);
    assertEquals(3, range.length());
    assertFalse(range.isEmpty());
    assertTrue(new Range(4, 4).isEmpty());
    assertEquals(new Range(12, 15), range.shift(10));
    assertEquals(new Range(0, 3), range.shift(-2));
    assertEquals("[2,5)", range.toString());
    assertEquals(new Range(0, 9), Range.of(9));
  }

  private static IntStream elements(Range range) {
    return IntStream.range(range.from(), range.to());
  }
}
