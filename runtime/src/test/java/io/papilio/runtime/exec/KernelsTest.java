package io.papilio.runtime.exec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KernelsTest {

  /** A loop and what it does to two elements. */
  private record Kernel(Combiner loop, DoubleBinaryOperator element) {}

  private static final List<Kernel> KERNELS =
      List.of(
          new Kernel(Kernels::sum, Double::sum),
          new Kernel(Kernels::product, (a, b) -> a * b),
          new Kernel(Kernels::min, Math::min),
          new Kernel(Kernels::max, Math::max));

  @ParameterizedTest
  @EnumSource(value = ElementType.class, mode = EnumSource.Mode.EXCLUDE, names = "BYTE")
  void shouldCombineElementByElement(ElementType type) {
    for (Kernel kernel : KERNELS) {
      for (int length : new int[] {0, 1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 100}) {
        for (int offset : new int[] {0, 1, 5}) {
          combines(kernel, type, length, offset, 0);
          combines(kernel, type, length, offset, offset + 3);
        }
      }
    }
  }

  /** Elements of one array from {@code offset} on, of the other from so many behind it. */
  private static void combines(Kernel kernel, ElementType type, int length, int offset, int shift) {
    Slice into = small(type, 150, 1);
    Slice from = small(type, 150, 2);
    int at = offset + shift;
    kernel.loop.combine(into.slice(offset, offset + length), from.slice(at, at + length));
    Slice before = small(type, 150, 1);
    for (int i = 0; i < 150; i++) {
      double expected = Values.get(before, i);
      if (i >= offset && i < offset + length) {
        expected = kernel.element.applyAsDouble(expected, Values.get(from, i + shift));
      }
      assertEquals(expected, Values.get(into, i), "element " + i);
    }
    Slice untouched = small(type, 150, 2);
    for (int i = 0; i < 150; i++) {
      assertEquals(Values.get(untouched, i), Values.get(from, i));
    }
  }

  /** The same sums, bit for bit, as over arrays; what lies around them is left alone. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT", "DOUBLE"})
  void shouldAddWhatLiesOutsideTheHeap(ElementType type) {
    VectorKernels kernels = new VectorKernels();
    for (int length : new int[] {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 100, 1021}) {
      for (int offset : new int[] {0, 1, 5}) {
        Slice from = Values.of(type, length + 10, 2);
        ByteBuffer outside = ByteBuffer.allocateDirect((length + 10) * type.bytes());
        from.copyTo(new Memory(outside), 0);
        outside.order(ByteOrder.nativeOrder());
        Slice into = Values.of(type, length + 10, 1);
        Slice expected = Values.of(type, length + 10, 1);
        Kernels.sum(
            expected.slice(offset, offset + length), from.slice(2 * offset, 2 * offset + length));
        int at = 2 * offset * type.bytes();
        if (type == ElementType.FLOAT) {
          kernels.sum(into.floats(), offset, outside, at, length);
          assertArrayEquals(expected.floats(), into.floats());
        } else {
          kernels.sum(into.doubles(), offset, outside, at, length);
          assertArrayEquals(expected.doubles(), into.doubles());
        }
      }
    }
  }

  /** Wherever the other lies, and in vectors that take several blocks. */
  @Test
  void shouldMeetInTheMiddle() {
    for (int length : new int[] {0, 1, 2, 15, 16, 17, 2047, 2048, 2049, 5000}) {
      for (int offset : new int[] {0, 1, 5}) {
        Slice from = Values.of(ElementType.FLOAT, length + 20, 2);
        Memory outside = new Memory(ByteBuffer.allocateDirect((length + 20) * Float.BYTES));
        from.copyTo(outside, 0);
        float[] expected = Values.of(ElementType.FLOAT, length + 20, 1).floats();
        for (int i = offset; i < offset + length; i++) {
          expected[i] = (expected[i] + from.floats()[i + offset]) * 0.5f;
        }
        assertArrayEquals(expected, midpoint(from, offset, length));
        Slice there = outside.slice(ElementType.FLOAT, 0, length + 20);
        assertArrayEquals(expected, midpoint(there, offset, length));
      }
    }
  }

  /** Of elements that lie twice as far from the start in the other. */
  private static float[] midpoint(Slice from, int offset, int length) {
    Slice into = Values.of(ElementType.FLOAT, length + 20, 1);
    Kernels.midpoint(
        into.slice(offset, offset + length), from.slice(2 * offset, 2 * offset + length));
    return into.floats();
  }

  /** Where they are compiled they are faster, and then they are used; else nothing changes. */
  @Test
  void shouldUseVectorsWhereTheyAreFaster() {
    int[] calls = {0};
    Kernels.OfMemory instant =
        new Kernels.OfMemory() {
          @Override
          public void sum(float[] a, int at, ByteBuffer b, int byteOffset, int n) {
            calls[0]++;
          }

          @Override
          public void sum(double[] a, int at, ByteBuffer b, int byteOffset, int n) {
            calls[0]++;
          }
        };
    VectorTrial trial = new VectorTrial(instant);
    trial.note((8 << 20) - 1);
    assertFalse(trial.isPassed());
    trial.run();
    assertTrue(trial.isPassed());
    assertTrue(calls[0] > 0);
  }

  /** So small that products are exact, of both signs. */
  private static Slice small(ElementType type, int length, int salt) {
    Slice slice = Slice.allocate(type, length);
    for (int i = 0; i < length; i++) {
      Values.set(slice, i, Values.at(salt, i) % 2001 - 1000);
    }
    return slice;
  }

  @Test
  void shouldNotCombineBytes() {
    Slice bytes = Slice.of(new byte[] {1, 2});
    for (Kernel kernel : KERNELS) {
      assertThrows(IllegalArgumentException.class, () -> kernel.loop.combine(bytes, bytes));
    }
  }

  @Test
  void shouldGiveTheSameBitsEitherWay() {
    double[] odd = {0.0, -0.0, Double.MIN_VALUE, 1e308, -1e308, Double.POSITIVE_INFINITY, 0.1};
    for (Kernel kernel : KERNELS) {
      for (double a : odd) {
        for (double b : odd) {
          double[] ab = {a};
          double[] ba = {b};
          kernel.loop.combine(Slice.of(ab), Slice.of(new double[] {b}));
          kernel.loop.combine(Slice.of(ba), Slice.of(new double[] {a}));
          assertEquals(Double.doubleToLongBits(ab[0]), Double.doubleToLongBits(ba[0]));
        }
      }
    }
  }

  @Test
  void shouldWrapAroundAsJavaDoes() {
    int[] ints = {Integer.MAX_VALUE};
    Kernels.sum(Slice.of(ints), Slice.of(new int[] {1}));
    assertEquals(Integer.MIN_VALUE, ints[0]);
    long[] longs = {Long.MAX_VALUE};
    Kernels.product(Slice.of(longs), Slice.of(new long[] {2}));
    assertEquals(-2, longs[0]);
  }

  @Test
  void shouldHandOnWhatIsNotANumber() {
    for (Kernel kernel : KERNELS) {
      float[] floats = {1};
      kernel.loop.combine(Slice.of(floats), Slice.of(new float[] {Float.NaN}));
      assertEquals(Float.NaN, floats[0]);
      double[] doubles = {Double.NaN};
      kernel.loop.combine(Slice.of(doubles), Slice.of(new double[] {1}));
      assertEquals(Double.NaN, doubles[0]);
    }
  }
}
