package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SparseVectorTest {

  private static SparseVector vector(int length, int... indices) {
    return new SparseVector(length, indices, values(indices));
  }

  private static float[] values(int[] indices) {
    float[] values = new float[indices.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = indices[i] / 3f - 5;
    }
    return values;
  }

  @Property
  void shouldKeepWhatItIsGiven(
      @ForAll Set<@IntRange(max = 99) Integer> set, @ForAll @IntRange(min = 100) int length) {
    int[] indices = set.stream().mapToInt(i -> i).sorted().toArray();
    SparseVector vector = vector(length, indices);
    assertEquals(length, vector.length());
    assertEquals(indices.length, vector.entries());
    assertArrayEquals(indices, vector.indices());
    assertArrayEquals(values(indices), vector.values());
    for (int i = 0; i < indices.length; i++) {
      assertEquals(indices[i], vector.index(i));
      assertEquals(values(indices)[i], vector.value(i));
    }
    SparseVector same = vector(length, indices);
    assertEquals(vector, same);
    assertEquals(vector.hashCode(), same.hashCode());
  }

  @Property
  void shouldBecomeDenseAndSparseAgain(@ForAll float[] dense, @ForAll @IntRange(max = 3) int keep) {
    for (int i = 0; i < dense.length; i++) {
      dense[i] *= i % 4 <= keep ? 1 : 0; // also zeros below zero
    }
    SparseVector vector = SparseVector.of(dense);
    float[] again = vector.toDense();
    assertEquals(dense.length, again.length);
    for (int i = 0; i < dense.length; i++) {
      assertEquals(dense[i] + 0f, again[i], "element " + i);
    }
    for (float value : vector.values()) {
      assertTrue(value != 0);
    }
    assertEquals(vector, SparseVector.of(again));
  }

  @Test
  void shouldNotChangeWithTheArraysItWasMadeOf() {
    int[] indices = {1, 4};
    float[] values = {2, 3};
    SparseVector vector = new SparseVector(5, indices, values);
    indices[0] = 3;
    values[0] = 9;
    vector.indices()[1] = 0;
    vector.values()[1] = 0;
    assertArrayEquals(new float[] {0, 2, 0, 0, 3}, vector.toDense());
  }

  @Test
  void shouldKeepZerosThatItIsGiven() {
    assertEquals(2, new SparseVector(9, new int[] {0, 8}, new float[] {0, -0f}).entries());
  }

  @Test
  void shouldTellBitsApart() {
    int[] index = {3};
    SparseVector zero = new SparseVector(9, index, new float[] {0});
    assertNotEquals(zero, new SparseVector(9, index, new float[] {-0f}));
    assertNotEquals(zero, new SparseVector(10, index, new float[] {0}));
    assertNotEquals(zero, vector(9));
    assertNotEquals(zero, new SparseVector(9, new int[] {4}, new float[] {0}));
  }

  @Test
  void shouldRefuseWhatIsNoVector() {
    refuse("index 3 at position 2 is not within 4 to 9", 10, 1, 3, 3);
    refuse("index 2 at position 1 is not within 4 to 9", 10, 3, 2);
    refuse("index -1 at position 0 is not within 0 to 9", 10, -1);
    refuse("index 10 at position 1 is not within 3 to 9", 10, 2, 10);
    refuse("index 0 at position 0", 0, 0);
    refuse("length -1", -1);
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> new SparseVector(9, new int[2], new float[3]))
            .getMessage();
    assertTrue(message.contains("2 indices and 3 values"), message);
  }

  private static void refuse(String why, int length, int... indices) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> vector(length, indices)).getMessage();
    assertTrue(message.contains(why), message);
  }

  @Test
  void shouldShowSomeOfItself() {
    assertEquals("2 of 9: {0=1.0, 8=0.5}", of(9, 0, 1f, 8, 0.5f).toString());
    String many = SparseVector.of(new float[] {1, 1, 1, 1, 1, 1, 1, 1, 1}).toString();
    assertTrue(many.startsWith("9 of 9: {0=1.0, ") && many.endsWith(", 7=1.0, ...}"), many);
  }

  private static SparseVector of(int length, int one, float value, int other, float otherValue) {
    return new SparseVector(length, new int[] {one, other}, new float[] {value, otherValue});
  }
}
