package io.papilio.learn.matrix;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Pairs of vectors whose outer products add up to a change of a matrix: Σ u vᵀ.
 *
 * <pre>
 *   K pairs          u (J)    v (D)          as bytes, little-endian
 *   | ‖ |  | = = = |                         int pairs, int sparse (1: some u, 2: some v, 3: both)
 *   | ‖ |· |   =   |                         all u, then all v, each as floats
 *   | ‖ |  | =   = |                         a side that has sparse vectors: for each how many
 *                                            entries (-1: dense), their indices, then the floats
 * </pre>
 *
 * K (J + D) numbers in place of J · D; fewer where v is sparse. Two more numbers if all are dense.
 */
public final class Factors {
  static final int HEADER_BYTES = 8;

  private static final int SPARSE_U = 1;
  private static final int SPARSE_V = 2;

  private final Vectors u;
  private final Vectors v;
  private ByteBuffer buffer = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);

  public Factors(int rows, int columns) {
    this.u = new Vectors(rows);
    this.v = new Vectors(columns);
  }

  /** Returns the left vectors, as long as the matrix has rows. */
  public Vectors u() {
    return u;
  }

  /** Returns the right vectors, as long as the matrix has columns. */
  public Vectors v() {
    return v;
  }

  public int size() {
    if (u.size() != v.size()) {
      throw new IllegalStateException("%d u and %d v are no pairs".formatted(u.size(), v.size()));
    }
    return u.size();
  }

  void clear() {
    u.clear();
    v.clear();
  }

  void addAll(Factors others) {
    u.addAll(others.u);
    v.addAll(others.v);
  }

  boolean isFinite() {
    return u.isFinite() && v.isFinite();
  }

  /** Returns how many bytes so many pairs take at most. */
  static long mostBytes(int pairs, int rows, int columns) {
    return HEADER_BYTES + 4L * pairs * (2L + rows + columns); // and two counts
  }

  /** Returns the pairs as bytes, in a buffer that is overwritten the next time. */
  ByteBuffer encode() {
    ByteBuffer out = buffer(HEADER_BYTES + u.encodedBytes() + v.encodedBytes());
    out.putInt(size());
    out.putInt((u.hasSparse() ? SPARSE_U : 0) | (v.hasSparse() ? SPARSE_V : 0));
    u.encode(out);
    v.encode(out);
    return out.flip();
  }

  void decode(ByteBuffer bytes) {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int length = in.remaining();
    try {
      int pairs = in.getInt();
      int sparse = in.getInt();
      if (pairs < 0 || pairs > length || sparse < 0 || sparse > (SPARSE_U | SPARSE_V)) {
        throw new IllegalArgumentException("%d pairs of kind %d".formatted(pairs, sparse));
      }
      u.decode(in, pairs, (sparse & SPARSE_U) != 0);
      v.decode(in, pairs, (sparse & SPARSE_V) != 0);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("factors end after %d bytes".formatted(length), e);
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException(in.remaining() + " bytes after the factors");
    }
  }

  private ByteBuffer buffer(long length) {
    if (buffer.capacity() < length) {
      int capacity = Vectors.capacity(length, buffer.capacity());
      buffer = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
    return buffer.clear();
  }
}
