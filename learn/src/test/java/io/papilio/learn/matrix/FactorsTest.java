package io.papilio.learn.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FactorsTest {

  @Property
  void shouldGiveBackWhatItEncodes(
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(min = 1, max = 60) int columns,
      @ForAll @IntRange(max = 7) int pairs,
      @ForAll @DoubleRange(max = 1) double sparse,
      @ForAll long seed) {
    int[] shape = {rows, columns};
    Factors sent = VectorsOf.factors(shape, pairs, new double[] {1 - sparse, sparse}, seed);
    Factors received = new Factors(rows, columns);
    received.addAll(VectorsOf.factors(shape, 2, new double[] {sparse, 1 - sparse}, seed + 1));
    ByteBuffer bytes = sent.encode();
    assertEquals(
        Factors.HEADER_BYTES + sent.u().encodedBytes() + sent.v().encodedBytes(),
        bytes.remaining());
    received.decode(bytes);
    assertEquals(2 + pairs, received.size());
    for (int i = 0; i < pairs; i++) {
      assertSame(sent.u(), received.u(), i);
      assertSame(sent.v(), received.v(), i);
    }
  }

  private static void assertSame(Vectors sent, Vectors received, int i) {
    assertEquals(sent.isDense(i), received.isDense(2 + i));
    float[] one = new float[sent.length()];
    float[] other = new float[sent.length()];
    sent.copyTo(i, one);
    received.copyTo(2 + i, other);
    assertArrayEquals(one, other);
  }

  /** What is said in the documents about bytes. */
  @Test
  void shouldTakeTwoNumbersBesideTheVectors() {
    Factors dense = VectorsOf.factors(new int[] {7, 11}, 3, new double[2], 1);
    assertEquals(4 * (2 + 3 * (7 + 11)), dense.encode().remaining());
    Factors sparse = new Factors(7, 11);
    sparse.u().add(new float[7]);
    sparse.v().entry(2, 1);
    sparse.v().entry(9, 2);
    sparse.v().end();
    assertEquals(4 * (2 + 7 + 1 + 2 * 2), sparse.encode().remaining());
  }

  @Test
  void shouldKeepVectorsDenseThatAreMoreThanHalfFull() {
    Vectors vectors = new Vectors(5);
    for (int entries = 0; entries <= 5; entries++) {
      for (int i = 0; i < entries; i++) {
        vectors.entry(i, i + 1);
      }
      vectors.end();
      assertEquals(entries >= 3, vectors.isDense(entries), entries + " entries");
      float[] copy = new float[5];
      vectors.copyTo(entries, copy);
      for (int i = 0; i < 5; i++) {
        assertEquals(i < entries ? i + 1 : 0, copy[i]);
      }
    }
  }

  @Test
  void shouldRefuseWhatWasNotEncoded() {
    byte[] good = new byte[4 * (2 + 3 * (7 + 11))];
    VectorsOf.factors(new int[] {7, 11}, 3, new double[2], 1).encode().get(good);
    for (int length : new int[] {0, 3, 8, good.length - 1}) {
      byte[] cut = Arrays.copyOf(good, length);
      assertThrows(
          IllegalArgumentException.class, () -> new Factors(7, 11).decode(ByteBuffer.wrap(cut)));
    }
    byte[] longer = Arrays.copyOf(good, good.length + 4);
    assertThrows(
        IllegalArgumentException.class, () -> new Factors(7, 11).decode(ByteBuffer.wrap(longer)));
    assertThrows(
        IllegalArgumentException.class, () -> new Factors(8, 11).decode(ByteBuffer.wrap(good)));
    byte[] many = good.clone();
    many[3] = 0x7f;
    assertThrows(
        IllegalArgumentException.class, () -> new Factors(7, 11).decode(ByteBuffer.wrap(many)));
  }

  @Test
  void shouldSeeWhatIsNoNumber() {
    for (float bad : new float[] {Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY}) {
      Factors factors = VectorsOf.factors(new int[] {7, 11}, 3, new double[2], 1);
      assertTrue(factors.isFinite());
      factors.u().add(new float[] {0, 0, 0, 0, bad, 0, 0});
      assertFalse(factors.isFinite());
    }
  }

  @Test
  void shouldRefuseEntriesThatAreNone() {
    Vectors vectors = new Vectors(5);
    vectors.entry(3, 1);
    assertThrows(IllegalArgumentException.class, () -> vectors.entry(3, 1));
    assertThrows(IllegalArgumentException.class, () -> vectors.entry(5, 1));
    assertThrows(IllegalArgumentException.class, () -> new Vectors(5).entry(-1, 1));
    Factors unpaired = new Factors(5, 5);
    unpaired.u().add(new float[5]);
    assertThrows(IllegalStateException.class, unpaired::size);
  }

  @Test
  void shouldGrowAsFarAsArraysGo() {
    assertEquals(512, Vectors.capacity(257, 256));
    assertEquals(1000, Vectors.capacity(1000, 256));
    int longest = Integer.MAX_VALUE - 8;
    assertEquals(longest, Vectors.capacity((1 << 30) + 1, 1 << 30));
    assertEquals(longest, Vectors.capacity(longest, 1 << 30));
    String message =
        assertThrows(IllegalArgumentException.class, () -> Vectors.capacity(longest + 1L, 1 << 30))
            .getMessage();
    assertTrue(message.contains("--batch"), message);
  }
}
