package io.papilio.learn.data.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/** IDX files, made up. */
public final class IdxFiles {
  private IdxFiles() {}

  /** Images of 2 x 3 pixels: pixel i of image r is 40 r + i, but the last one is black. */
  public static byte[] images(int count) {
    ByteBuffer out = ByteBuffer.allocate(16 + 6 * count);
    out.putInt(0x803).putInt(count).putInt(2).putInt(3);
    for (int i = 0; i < 6 * count; i++) {
      out.put((byte) (i % 6 == 5 ? 0 : 40 * (i / 6) + i % 6));
    }
    return out.array();
  }

  /** 0, 250, 2, 3, ... */
  public static byte[] labels(int count) {
    ByteBuffer out = ByteBuffer.allocate(8 + count).putInt(0x801).putInt(count);
    for (int i = 0; i < count; i++) {
      out.put((byte) (i == 1 ? 250 : i));
    }
    return out.array();
  }

  public static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
