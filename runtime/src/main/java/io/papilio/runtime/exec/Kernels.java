package io.papilio.runtime.exec;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.nio.ByteBuffer;

/**
 * The hot loops: {@code a[i] = a[i] (+) b[i]} over plain arrays.
 *
 * <p>The JIT makes vector instructions of a loop only if it can tell that no element is read after
 * it was written. Two arrays are one or have nothing in common: so it can where both have the same
 * index, and cannot where each begins somewhere else. An all-reduce between threads adds equal
 * ranges: hence the loops of {@code sum} that know only one index, four times as fast.
 *
 * <p>And it compiles a loop for as many turns as it has seen. One that has added single numbers, as
 * many programs do at first, is a fourth as fast for long vectors, for ever: hence the loops of
 * {@code sum} for a few elements.
 */
public final class Kernels {

  /** For elements outside the heap; a position is counted in bytes there. */
  interface OfMemory {
    void sum(float[] a, int at, ByteBuffer b, int byteOffset, int n);

    void sum(double[] a, int at, ByteBuffer b, int byteOffset, int n);
  }

  /** Fewer elements than this are few. */
  private static final int FEW = 16;

  /** Elements that stay in the first-level cache between two loops. */
  private static final int BLOCK = 2048;

  /** Or null, in a JVM that lacks what it takes. */
  private static final OfMemory OF_MEMORY = ofMemory();

  private static final VectorTrial TRIAL = OF_MEMORY == null ? null : new VectorTrial(OF_MEMORY);

  private Kernels() {}

  private static OfMemory ofMemory() {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return null;
    }
    try {
      return (OfMemory)
          Class.forName("io.papilio.runtime.exec.VectorKernels")
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException | LinkageError e) { // that of another JDK, perhaps
      return null;
    }
  }

  /** Whether {@link #sum} is to add elements of this type where they lie outside the heap. */
  public static boolean sumsMemory(ElementType type) {
    return TRIAL != null
        && TRIAL.isPassed()
        && (type == ElementType.FLOAT || type == ElementType.DOUBLE);
  }

  /** Elements from outside the heap were copied to be combined. */
  static void copied(long bytes) {
    if (TRIAL != null) {
      TRIAL.note(bytes);
    }
  }

  public static void sum(Slice into, Slice from) {
    int a = into.offset();
    int b = from.offset();
    int n = into.length();
    if (!from.isArray()) {
      ByteBuffer bytes = from.memory().bytes();
      if (into.type() == ElementType.FLOAT) {
        OF_MEMORY.sum(into.floats(), a, bytes, b * Float.BYTES, n);
      } else {
        OF_MEMORY.sum(into.doubles(), a, bytes, b * Double.BYTES, n);
      }
      return;
    }
    switch (into.type()) {
      case FLOAT -> sum(into.floats(), a, from.floats(), b, n);
      case DOUBLE -> sum(into.doubles(), a, from.doubles(), b, n);
      case INT -> sum(into.ints(), a, from.ints(), b, n);
      case LONG -> sum(into.longs(), a, from.longs(), b, n);
      case BYTE -> throw noBytes();
    }
  }

  public static void product(Slice into, Slice from) {
    int a = into.offset();
    int b = from.offset();
    int n = into.length();
    switch (into.type()) {
      case FLOAT -> product(into.floats(), a, from.floats(), b, n);
      case DOUBLE -> product(into.doubles(), a, from.doubles(), b, n);
      case INT -> product(into.ints(), a, from.ints(), b, n);
      case LONG -> product(into.longs(), a, from.longs(), b, n);
      case BYTE -> throw noBytes();
    }
  }

  public static void min(Slice into, Slice from) {
    int a = into.offset();
    int b = from.offset();
    int n = into.length();
    switch (into.type()) {
      case FLOAT -> min(into.floats(), a, from.floats(), b, n);
      case DOUBLE -> min(into.doubles(), a, from.doubles(), b, n);
      case INT -> min(into.ints(), a, from.ints(), b, n);
      case LONG -> min(into.longs(), a, from.longs(), b, n);
      case BYTE -> throw noBytes();
    }
  }

  public static void max(Slice into, Slice from) {
    int a = into.offset();
    int b = from.offset();
    int n = into.length();
    switch (into.type()) {
      case FLOAT -> max(into.floats(), a, from.floats(), b, n);
      case DOUBLE -> max(into.doubles(), a, from.doubles(), b, n);
      case INT -> max(into.ints(), a, from.ints(), b, n);
      case LONG -> max(into.longs(), a, from.longs(), b, n);
      case BYTE -> throw noBytes();
    }
  }

  /** {@code into = ½ (into + from)}, in floats. */
  public static void midpoint(Slice into, Slice from) {
    int n = into.length();
    for (int first = 0; first < n; first += BLOCK) {
      int size = Math.min(BLOCK, n - first);
      int a = into.offset() + first;
      int b = from.offset() + first;
      if (from.isArray()) {
        sum(into.floats(), a, from.floats(), b, size);
      } else {
        OF_MEMORY.sum(into.floats(), a, from.memory().bytes(), b * Float.BYTES, size);
      }
      halve(into.floats(), a, a + size);
    }
  }

  private static void halve(float[] a, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] *= 0.5f;
    }
  }

  private static IllegalArgumentException noBytes() {
    return new IllegalArgumentException("bytes are not reduced");
  }

  static void sum(float[] a, int at, float[] b, int bt, int n) {
    if (n < FEW) {
      sumFew(a, at, b, bt, n);
    } else if (at == bt) {
      sumSame(a, b, at, at + n);
    } else {
      sumOther(a, at, b, bt, n);
    }
  }

  private static void sumFew(float[] a, int at, float[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] += b[i + bt];
    }
  }

  private static void sumSame(float[] a, float[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] += b[i];
    }
  }

  private static void sumOther(float[] a, int at, float[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] += b[i + bt];
    }
  }

  static void sum(double[] a, int at, double[] b, int bt, int n) {
    if (n < FEW) {
      sumFew(a, at, b, bt, n);
    } else if (at == bt) {
      sumSame(a, b, at, at + n);
    } else {
      sumOther(a, at, b, bt, n);
    }
  }

  private static void sumFew(double[] a, int at, double[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] += b[i + bt];
    }
  }

  private static void sumSame(double[] a, double[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      a[i] += b[i];
    }
  }

  private static void sumOther(double[] a, int at, double[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] += b[i + bt];
    }
  }

  static void sum(int[] a, int at, int[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] += b[i + bt];
    }
  }

  static void sum(long[] a, int at, long[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] += b[i + bt];
    }
  }

  static void product(float[] a, int at, float[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] *= b[i + bt];
    }
  }

  static void product(double[] a, int at, double[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] *= b[i + bt];
    }
  }

  static void product(int[] a, int at, int[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] *= b[i + bt];
    }
  }

  static void product(long[] a, int at, long[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] *= b[i + bt];
    }
  }

  static void min(float[] a, int at, float[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.min(a[i + at], b[i + bt]);
    }
  }

  static void min(double[] a, int at, double[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.min(a[i + at], b[i + bt]);
    }
  }

  static void min(int[] a, int at, int[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.min(a[i + at], b[i + bt]);
    }
  }

  static void min(long[] a, int at, long[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.min(a[i + at], b[i + bt]);
    }
  }

  static void max(float[] a, int at, float[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.max(a[i + at], b[i + bt]);
    }
  }

  static void max(double[] a, int at, double[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.max(a[i + at], b[i + bt]);
    }
  }

  static void max(int[] a, int at, int[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.max(a[i + at], b[i + bt]);
    }
  }

  static void max(long[] a, int at, long[] b, int bt, int n) {
    for (int i = 0; i < n; i++) {
      a[i + at] = Math.max(a[i + at], b[i + bt]);
    }
  }
}
