package io.papilio.learn.data;

import io.papilio.runtime.communicator.Codec;
import java.nio.ByteBuffer;

/**
 * Rows as bytes, for other workers.
 *
 * <pre>
 *   rows   entries   weights (0 or as many as rows)   starts   indices   values   labels   weights
 * </pre>
 */
final class RowsCodec implements Codec<SparseRows> {
  @Override
  public byte[] encode(SparseRows rows) {
    int size = rows.size();
    int weights = rows.isWeighted() ? size : 0;
    long numbers = 3L + size + 1 + 2L * rows.entries() + size + weights;
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(Integer.BYTES * numbers));
    out.putInt(size).putInt(rows.entries()).putInt(weights);
    for (int row = 0; row < size; row++) {
      out.putInt(rows.start(row));
    }
    out.putInt(rows.entries());
    out.asIntBuffer().put(rows.indices());
    out.position(out.position() + Integer.BYTES * rows.entries());
    out.asFloatBuffer().put(rows.values());
    out.position(out.position() + Float.BYTES * rows.entries());
    for (int row = 0; row < size; row++) {
      out.putFloat(rows.label(row));
    }
    for (int row = 0; row < weights; row++) {
      out.putFloat(rows.weight(row));
    }
    return out.array();
  }

  @Override
  public SparseRows decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int size = in.getInt();
    int entries = in.getInt();
    int weights = in.getInt();
    return new SparseRows(
        ints(in, size + 1),
        ints(in, entries),
        floats(in, entries),
        floats(in, size),
        floats(in, weights));
  }

  private static int[] ints(ByteBuffer in, int length) {
    int[] ints = new int[length];
    in.asIntBuffer().get(ints);
    in.position(in.position() + Integer.BYTES * length);
    return ints;
  }

  private static float[] floats(ByteBuffer in, int length) {
    float[] floats = new float[length];
    in.asFloatBuffer().get(floats);
    in.position(in.position() + Float.BYTES * length);
    return floats;
  }
}
