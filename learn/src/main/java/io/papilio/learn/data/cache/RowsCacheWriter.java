package io.papilio.learn.data.cache;

import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes what {@link RowsCache} reads: fills a buffer and counts all bytes into a checksum. */
final class RowsCacheWriter {
  private static final int BUFFER = 1 << 20;

  private final FileChannel channel;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
  private int counted; // bytes of the buffer that are in the checksum

  private RowsCacheWriter(FileChannel channel) {
    this.channel = channel;
  }

  static void write(FileChannel channel, byte[] notes, List<SparseRows> blocks) throws IOException {
    RowsCacheWriter writer = new RowsCacheWriter(channel);
    writer.header(notes, blocks);
    for (int number = 0; number < blocks.size(); number++) {
      writer.block(number, blocks.get(number));
    }
    writer.flush();
  }

  private void header(byte[] notes, List<SparseRows> blocks) throws IOException {
    buffer.putLong(RowsCache.MAGIC).putInt(RowsCache.VERSION).putInt(blocks.size());
    buffer.putLong(blocks.stream().mapToLong(SparseRows::size).sum());
    buffer.putLong(blocks.stream().mapToLong(SparseRows::entries).sum());
    buffer.putInt(notes.length);
    byte[] filled = Arrays.copyOf(notes, notes.length + 3 & ~3);
    for (ByteBuffer left = ByteBuffer.wrap(filled).order(buffer.order()); left.hasRemaining(); ) {
      put(left.getInt());
    }
    checksum();
  }

  private void block(int number, SparseRows rows) throws IOException {
    put(rows.size());
    put(rows.entries());
    put(rows.weights().length);
    put(number);
    for (int start : rows.starts()) {
      put(start);
    }
    for (int index : rows.indices()) {
      put(index);
    }
    put(rows.values());
    put(rows.labels());
    put(rows.weights());
    checksum();
  }

  private void put(float[] numbers) throws IOException {
    for (float number : numbers) {
      put(Float.floatToRawIntBits(number));
    }
  }

  private void put(int bits) throws IOException {
    if (buffer.remaining() < Integer.BYTES) {
      flush();
    }
    buffer.putInt(bits);
  }

  private void checksum() throws IOException {
    count();
    put((int) crc.getValue());
    crc.reset();
    counted = buffer.position();
  }

  private void count() {
    crc.update(buffer.duplicate().limit(buffer.position()).position(counted));
    counted = buffer.position();
  }

  private void flush() throws IOException {
    count();
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
    counted = 0;
  }
}
