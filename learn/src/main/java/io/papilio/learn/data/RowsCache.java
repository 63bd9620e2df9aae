package io.papilio.learn.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Rows in a file as they lie in memory: nothing is parsed when they are read again. Little-endian,
 * without gaps.
 *
 * <pre>
 *   header   0 "PAPILIOR"   8 version   12 blocks   16 rows   24 entries   32 CRC32C of bytes 0..31
 *   block    0 rows   4 entries   8 weights (0 or as many as rows)   12 number of the block
 *           16 starts (one more than rows) ... indices ... values ... labels ... weights ...
 *              CRC32C of the block's bytes before it
 *   block    ...
 * </pre>
 *
 * A file is there as a whole or not at all ({@link WholeFile}). Whatever is wrong with a file when it is read is a {@link DataException}. Files and
 * blocks may have more than 2 GiB.
 */
public final class RowsCache {
  static final int VERSION = 1;
  static final int HEADER = 36;

  private static final long MAGIC = 0x524F494C49504150L; // "PAPILIOR", its last byte on top
  private static final int BLOCK_HEADER = 16;
  private static final int CHECKSUM = 4;

  /** One mapping cannot have more than 2 GiB. */
  private static final int WINDOW = 1 << 30;

  private static final int WRITE_BUFFER = 1 << 20;

  private RowsCache() {}

  /** Writes a file, in place of one that may be there. */
  public static void write(Path file, List<SparseRows> blocks) throws IOException {
    try (WholeFile whole = new WholeFile(file)) {
      try (FileChannel channel =
          FileChannel.open(whole.path(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        Writer writer = new Writer(channel);
        writer.header(blocks);
        for (int number = 0; number < blocks.size(); number++) {
          writer.block(number, blocks.get(number));
        }
        writer.flush();
      }
      whole.keep();
    }
  }

  /** Whether a file begins as one of this kind does. */
  public static boolean isCache(Path file) throws IOException {
    ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file)) {
      while (magic.hasRemaining() && channel.read(magic) >= 0) {
        // a read may give less than there is
      }
    }
    return !magic.hasRemaining() && magic.getLong(0) == MAGIC;
  }

  /** Reads all blocks of a file. */
  public static List<SparseRows> read(Path file) {
    return read(file, WINDOW);
  }

  /** The same with smaller mappings: windows of a multiple of four bytes. */
  static List<SparseRows> read(Path file, int windowBytes) {
    try (FileChannel channel = FileChannel.open(file)) {
      return new Reader(file, channel, windowBytes).blocks();
    } catch (NoSuchFileException e) {
      throw new DataException(file.toString(), "there is no such file", e);
    } catch (IOException e) {
      throw new DataException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static long blockBytes(long rows, long entries, long weights) {
    return BLOCK_HEADER + 4 * (rows + 1 + 2 * entries + rows + weights) + CHECKSUM;
  }

  /** Fills a buffer and counts all bytes into a checksum. */
  private static final class Writer {
    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer buffer =
        ByteBuffer.allocateDirect(WRITE_BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private int counted; // bytes of the buffer that are in the checksum

    Writer(FileChannel channel) {
      this.channel = channel;
    }

    void header(List<SparseRows> blocks) throws IOException {
      long rows = 0;
      long entries = 0;
      for (SparseRows block : blocks) {
        rows += block.size();
        entries += block.entries();
      }
      buffer.putLong(MAGIC).putInt(VERSION).putInt(blocks.size()).putLong(rows).putLong(entries);
      checksum();
    }

    void block(int number, SparseRows rows) throws IOException {
      put(rows.size());
      put(rows.entries());
      put(rows.isWeighted() ? rows.size() : 0);
      put(number);
      put(rows.start(0));
      for (int row = 0; row < rows.size(); row++) {
        put(rows.end(row));
      }
      for (int i = 0; i < rows.entries(); i++) {
        put(rows.indices()[i]);
      }
      for (int i = 0; i < rows.entries(); i++) {
        put(Float.floatToRawIntBits(rows.values()[i]));
      }
      for (int row = 0; row < rows.size(); row++) {
        put(Float.floatToRawIntBits(rows.label(row)));
      }
      for (int row = 0; row < rows.size() && rows.isWeighted(); row++) {
        put(Float.floatToRawIntBits(rows.weight(row)));
      }
      checksum();
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

    void flush() throws IOException {
      count();
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
      counted = 0;
    }
  }

  /**
   * Goes through a file, of which a window is mapped at a time. All in it has a multiple of four
   * bytes, and so have windows: no number lies in two of them.
   */
  private static final class Reader {
    private final Path file;
    private final FileChannel channel;
    private final int windowBytes;
    private final long size;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long mapped; // bytes up to the end of the window

    Reader(Path file, FileChannel channel, int windowBytes) throws IOException {
      this.file = file;
      this.channel = channel;
      this.windowBytes = windowBytes;
      this.size = channel.size();
    }

    List<SparseRows> blocks() throws IOException {
      if (left() < Long.BYTES || nextLong() != MAGIC) {
        throw wrong("not a file of rows: it does not begin with PAPILIOR");
      }
      if (size < HEADER) {
        throw wrong("truncated: %d bytes, less than its header".formatted(size));
      }
      int version = nextInt();
      if (version != VERSION) {
        throw wrong("has version %d; this program reads version %d".formatted(version, VERSION));
      }
      int count = nextInt();
      long rows = nextLong();
      long entries = nextLong();
      checksum("the header");
      List<SparseRows> blocks = new ArrayList<>();
      for (int number = 0; number < count; number++) {
        SparseRows block = block(number);
        rows -= block.size();
        entries -= block.entries();
        blocks.add(block);
      }
      if (left() > 0) {
        throw wrong("%d bytes after the last block".formatted(left()));
      }
      if (rows != 0 || entries != 0) {
        throw wrong("its blocks have other rows or entries than its header says");
      }
      return blocks;
    }

    private SparseRows block(int number) throws IOException {
      long there = left();
      if (there < BLOCK_HEADER) {
        throw wrong("truncated: it ends in block %d".formatted(number));
      }
      int rows = nextInt();
      int entries = nextInt();
      int weights = nextInt();
      boolean possible = rows >= 0 && entries >= 0 && (weights == 0 || weights == rows);
      if (nextInt() != number || !possible) {
        throw wrong("block %d has a damaged header".formatted(number));
      }
      long bytes = blockBytes(rows, entries, weights);
      if (bytes > there) {
        throw wrong(
            "truncated: block %d has %d bytes, of which %d are there"
                .formatted(number, bytes, there));
      }
      int[] starts = ints(rows + 1);
      int[] indices = ints(entries);
      float[] values = floats(entries);
      float[] labels = floats(rows);
      float[] weighted = floats(weights);
      checksum("block " + number);
      return new SparseRows(starts, indices, values, labels, weighted);
    }

    private void checksum(String what) throws IOException {
      int actual = (int) crc.getValue();
      int expected = nextInt();
      if (actual != expected) {
        throw wrong("%s is damaged: checksum %08x, not %08x".formatted(what, actual, expected));
      }
      crc.reset();
    }

    private int[] ints(int length) throws IOException {
      int[] ints = new int[length];
      for (int done = 0; done < length; ) {
        ByteBuffer piece = next(length - done);
        int count = piece.remaining() / Integer.BYTES;
        piece.asIntBuffer().get(ints, done, count);
        done += count;
      }
      return ints;
    }

    private float[] floats(int length) throws IOException {
      float[] floats = new float[length];
      for (int done = 0; done < length; ) {
        ByteBuffer piece = next(length - done);
        int count = piece.remaining() / Float.BYTES;
        piece.asFloatBuffer().get(floats, done, count);
        done += count;
      }
      return floats;
    }

    private int nextInt() throws IOException {
      return next(1).getInt();
    }

    private long nextLong() throws IOException {
      return Integer.toUnsignedLong(nextInt()) | (long) nextInt() << 32;
    }

    /** So many numbers, or those up to the end of the window; counted into the checksum. */
    private ByteBuffer next(int numbers) throws IOException {
      if (!window.hasRemaining()) {
        long bytes = Math.min(windowBytes, size - mapped);
        window = channel.map(FileChannel.MapMode.READ_ONLY, mapped, bytes);
        mapped += bytes;
      }
      int bytes = (int) Math.min(4L * numbers, window.remaining());
      ByteBuffer piece = window.slice(window.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
      crc.update(piece.duplicate());
      window.position(window.position() + bytes);
      return piece;
    }

    private long left() {
      return size - mapped + window.remaining();
    }

    private DataException wrong(String problem) {
      return new DataException(file.toString(), problem);
    }
  }
}
