package io.papilio.runtime.exec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.Slice;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EntriesTest {

  @Property
  void shouldGiveBackWhatItPacks(@ForAll @IntRange int index, @ForAll int bits) {
    long entry = Entries.entry(index, Float.intBitsToFloat(bits));
    assertEquals(index, Entries.index(entry));
    assertEquals(bits, (int) entry);
    assertEquals(Float.intBitsToFloat(bits), Entries.value(entry));
    assertEquals(Entries.value(entry) == 0, Entries.isZero(entry));
    assertTrue(entry >= 0);
  }

  @Test
  void shouldKnowZerosOfBothSigns() {
    assertTrue(Entries.isZero(Entries.entry(7, 0f)));
    assertTrue(Entries.isZero(Entries.entry(7, -0f)));
  }

  @Property
  void shouldFindAnIndexOrItsPlace(
      @ForAll Set<@IntRange(max = 60) Integer> indices, @ForAll @IntRange(max = 61) int index) {
    Slice entries = packed(indices, 1);
    assertEquals(indices.stream().filter(i -> i < index).count(), Entries.find(entries, index));
  }

  @Property
  void shouldAddUpWhatBothHave(
      @ForAll Set<@IntRange(max = 60) Integer> left,
      @ForAll Set<@IntRange(max = 60) Integer> right) {
    Map<Integer, Float> expected = new TreeMap<>();
    left.forEach(i -> expected.merge(i, value(i, 1), Float::sum));
    right.forEach(i -> expected.merge(i, value(i, 2), Float::sum));
    Slice sum = Entries.sum(packed(left, 1), packed(right, 2));
    assertArrayEquals(
        expected.entrySet().stream()
            .mapToLong(each -> Entries.entry(each.getKey(), each.getValue()))
            .toArray(),
        sum.copy().longs());
  }

  /** Within a longer array, as slices lie. */
  private static Slice packed(Set<Integer> indices, int salt) {
    long[] array = new long[indices.size() + 3];
    int next = 2;
    for (int index : indices.stream().sorted().toList()) {
      array[next++] = Entries.entry(index, value(index, salt));
    }
    return Slice.of(array).slice(2, next);
  }

  private static float value(int index, int salt) {
    return (index % 2 == 0 ? -1 : 1) * (index + salt * 100f) / 3;
  }
}
