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
public final class RowsCodec implements Codec<SparseRows> {
  @Override
  public byte[] encode(SparseRows rows) {
    int size = rows.size();
    long numbers = 3L + size + 1 + 2L * rows.entries() + size + rows.weights().length;
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(Integer.BYTES * numbers));
    IntBuffer ints = bytes.asIntBuffer();
    ints.put(size).put(rows.entries()).put(rows.weights().length);
    ints.put(rows.starts()).put(rows.indices());
    floats(bytes, ints).put(rows.values()).put(rows.labels()).put(rows.weights());
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

  private static FloatBuffer floats(ByteBuffer bytes, IntBuffer ints) {
    return bytes.position(Integer.BYTES * ints.position()).asFloatBuffer();
  }
}
