package io.papilio.learn.data.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Numbers and checksums of them, by way of a buffer, from the beginning of a file on. */
final class FileOutput {
  private static final int BUFFER = 1 << 18;

  private final FileChannel channel;
  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int counted; // bytes of the buffer that are in the checksum
  private long written;

  FileOutput(FileChannel channel) {
    this.channel = channel;
  }

  /** Returns where the next number will lie. */
  long position() {
    return written + buffer.position();
  }

  FileOutput putInt(int number) throws IOException {
    require();
    buffer.putInt(number);
    return this;
  }

  FileOutput putLong(long number) throws IOException {
    return putInt((int) number).putInt((int) (number >>> 32));
  }

  FileOutput put(int[] numbers, int from, int to) throws IOException {
    for (int at = from; at < to; ) {
      int some = Math.min(require(), to - at);
      buffer.asIntBuffer().put(numbers, at, some);
      buffer.position(buffer.position() + 4 * some);
      at += some;
    }
    return this;
  }

  FileOutput put(float[] numbers, int from, int to) throws IOException {
    for (int at = from; at < to; ) {
      int some = Math.min(require(), to - at);
      buffer.asFloatBuffer().put(numbers, at, some);
      buffer.position(buffer.position() + 4 * some);
      at += some;
    }
    return this;
  }

  /** Writes bytes, and zeros up to a multiple of four. */
  FileOutput put(byte[] bytes) throws IOException {
    ByteBuffer filled = ByteBuffer.allocate(bytes.length + 3 & ~3).order(ByteOrder.LITTLE_ENDIAN);
    filled.put(bytes).rewind();
    while (filled.hasRemaining()) {
      putInt(filled.getInt());
    }
    return this;
  }

  /** Writes the checksum of all since the last one. */
  FileOutput checksum() throws IOException {
    count();
    putInt((int) crc.getValue());
    crc.reset();
    counted = buffer.position();
    return this;
  }

  private void count() {
    crc.update(buffer.duplicate().limit(buffer.position()).position(counted));
    counted = buffer.position();
  }

  /** Makes room for a number at least; returns for how many there is room. */
  private int require() throws IOException {
    if (buffer.remaining() < Integer.BYTES) {
      flush();
    }
    return buffer.remaining() / Integer.BYTES;
  }

  void flush() throws IOException {
    if (buffer.capacity() == 0) {
      buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    }
    count();
    buffer.flip();
    while (buffer.hasRemaining()) {
      written += channel.write(buffer, written);
    }
    buffer.clear();
    counted = 0;
  }
}
