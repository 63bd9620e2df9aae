package io.papilio.runtime.exec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Adds what lies outside the heap, where the JIT makes no vector instructions of a plain loop. Only
 * for a JVM that was started with the module {@code jdk.incubator.vector}, and compiled apart from
 * all else: {@link Kernels} looks whether it can be used.
 */
final class VectorKernels implements Kernels.OfMemory {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public void sum(float[] a, int at, ByteBuffer b, int byteOffset, int n) {
    int bound = FLOATS.loopBound(n);
    for (int i = 0; i < bound; i += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, a, at + i)
          .add(FloatVector.fromByteBuffer(FLOATS, b, byteOffset + i * Float.BYTES, ORDER))
          .intoArray(a, at + i);
    }
    for (int i = bound; i < n; i++) {
      a[at + i] += b.getFloat(byteOffset + i * Float.BYTES);
    }
  }

  @Override
  public void sum(double[] a, int at, ByteBuffer b, int byteOffset, int n) {
    int bound = DOUBLES.loopBound(n);
    for (int i = 0; i < bound; i += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, a, at + i)
          .add(DoubleVector.fromByteBuffer(DOUBLES, b, byteOffset + i * Double.BYTES, ORDER))
          .intoArray(a, at + i);
    }
    for (int i = bound; i < n; i++) {
      a[at + i] += b.getDouble(byteOffset + i * Double.BYTES);
    }
  }
}
