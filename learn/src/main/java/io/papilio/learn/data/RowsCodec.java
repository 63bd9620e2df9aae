package io.papilio.learn.data;

import io.papilio.runtime.communicator.Codec;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

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
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Integer.BYTES * numbers));
    IntBuffer ints = bytes.asIntBuffer().put(size).put(rows.entries()).put(weights).put(0);
    for (int row = 0; row < size; row++) {
      ints.put(rows.end(row));
    }
    ints.put(rows.indices());
    FloatBuffer floats = floats(bytes, ints).put(rows.values());
    for (int row = 0; row < size; row++) {
      floats.put(rows.label(row));
    }
    for (int row = 0; row < weights; row++) {
      floats.put(rows.weight(row));
    }
    return bytes.array();
  }

  @Override
  public SparseRows decode(byte[] encoded) {
    ByteBuffer bytes = ByteBuffer.wrap(encoded);
    IntBuffer ints = bytes.asIntBuffer();
    float[] labels = new float[ints.get()];
    float[] values = new float[ints.get()];
    float[] weights = new float[ints.get()];
    int[] starts = new int[labels.length + 1];
    int[] indices = new int[values.length];
    ints.get(starts).get(indices);
    floats(bytes, ints).get(values).get(labels).get(weights);
    return new SparseRows(starts, indices, values, labels, weights);
  }

  /** Floats begin where integers end. */
  private static FloatBuffer floats(ByteBuffer bytes, IntBuffer ints) {
    return bytes.position(Integer.BYTES * ints.position()).asFloatBuffer();
  }
}
