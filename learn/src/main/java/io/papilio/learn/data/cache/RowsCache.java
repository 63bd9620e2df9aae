package io.papilio.learn.data.cache;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.WholeFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Rows in a file as they lie in memory: nothing is parsed when they are read again. Little-endian,
 * without gaps.
 *
 * <pre>
 *   header   0 "PAPILIOR"   8 version   12 blocks   16 rows   24 entries   32 bytes of notes
 *           36 notes, filled up with zeros to a multiple of four ...
 *              CRC32C of the header's bytes before it
 *   block    0 rows   4 entries   8 weights (0 or as many as rows)   12 number of the block
 *           16 starts (one more than rows) ... indices ... values ... labels ... weights ...
 *              CRC32C of the block's bytes before it
 *   block    ...
 * </pre>
 *
 * Notes are whatever the writer wants to know again. A file is there as a whole or not at all
 * ({@link WholeFile}). Whatever is wrong with a file when it is read is a {@link DataException};
 * rows are as {@link SparseRows} wants them, or they are wrong. Blocks are read on all cores; they
 * and files may have more than 2 GiB.
 */
final class RowsCache implements Closeable {
  static final int VERSION = 5;
  static final long MAGIC = 0x524F494C49504150L; // "PAPILIOR", its last byte on top

  private static final int HEADER = 36; // without notes and checksum
  private static final int BLOCK_HEADER = 16;
  private static final int CHECKSUM = 4;
  // so that what goes into the checksum is copied while it is still in the core's cache
  private static final int WINDOW = 1 << 17;

  private final Path file;
  private final FileChannel channel;
  private final int windowBytes;
  private final long size;
  private final int blocks;
  private final long rows;
  private final long entries;
  private final byte[] notes;
  private final long headerEnd;
  private final ThreadLocal<ByteBuffer> windows;

  /** Reads the header only; windows are of a multiple of four bytes. */
  RowsCache(Path file, FileChannel channel, int windowBytes) throws IOException {
    this.file = file;
    this.channel = channel;
    this.windowBytes = windowBytes;
    this.windows = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(windowBytes));
    this.size = channel.size();
    Cursor header = new Cursor(0, size);
    if (size < Long.BYTES || header.nextLong() != MAGIC) {
      throw wrong("not a file of rows: it does not begin with PAPILIOR");
    }
    if (size < HEADER + CHECKSUM) {
      throw wrong("truncated: %d bytes, less than its header".formatted(size));
    }
    int version = header.nextInt();
    if (version != VERSION) {
      throw wrong("has version %d; this program reads version %d".formatted(version, VERSION));
    }
    this.blocks = header.nextInt();
    this.rows = header.nextLong();
    this.entries = header.nextLong();
    int length = header.nextInt();
    this.headerEnd = HEADER + (length + 3L & ~3L) + CHECKSUM;
    if (length < 0 || headerEnd > size) {
      throw wrong("truncated: %d bytes, less than its header".formatted(size));
    }
    this.notes = header.bytes(length);
    header.checksum("the header");
  }

  static void write(Path file, byte[] notes, List<SparseRows> blocks) throws IOException {
    try (WholeFile whole = new WholeFile(file)) {
      try (FileChannel channel =
          FileChannel.open(whole.path(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        RowsCacheWriter.write(channel, notes, blocks);
      }
      whole.keep();
    }
  }

  static boolean isCache(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      ByteBuffer first = ByteBuffer.wrap(in.readNBytes(Long.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
      return first.remaining() == Long.BYTES && first.getLong() == MAGIC;
    }
  }

  static RowsCache open(Path file) {
    return open(file, WINDOW);
  }

  static RowsCache open(Path file, int windowBytes) {
    try {
      FileChannel channel = FileChannel.open(file);
      try {
        return new RowsCache(file, channel, windowBytes);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new DataException(file.toString(), "there is no such file", e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  public byte[] notes() {
    return notes.clone();
  }

  /** All blocks, in their order. */
  public List<SparseRows> read() {
    try {
      List<Cursor> cursors = cursors();
      List<SparseRows> all =
          IntStream.range(0, blocks)
              .parallel()
              .mapToObj(number -> block(number, cursors.get(number)))
              .toList();
      boolean complete =
          all.stream().mapToLong(SparseRows::size).sum() == rows
              && all.stream().mapToLong(SparseRows::entries).sum() == entries;
      if (!complete) {
        throw wrong("its blocks have other rows or entries than its header says");
      }
      return all;
    } catch (IOException e) {
      throw unreadable(file, e);
    } catch (UncheckedIOException e) {
      throw unreadable(file, e.getCause());
    }
  }

  private List<Cursor> cursors() throws IOException {
    List<Cursor> cursors = new ArrayList<>();
    long at = headerEnd;
    for (int number = 0; number < blocks; number++) {
      long there = size - at;
      if (there < BLOCK_HEADER) {
        throw wrong("truncated: it ends in block %d".formatted(number));
      }
      long bytes = blockBytes(number, new Cursor(at, at + BLOCK_HEADER));
      if (bytes > there) {
        throw wrong(
            "truncated: block %d has %d bytes, of which %d are there"
                .formatted(number, bytes, there));
      }
      cursors.add(new Cursor(at, at + bytes));
      at += bytes;
    }
    if (at < size) {
      throw wrong("%d bytes after the last block".formatted(size - at));
    }
    return cursors;
  }

  private long blockBytes(int number, Cursor header) throws IOException {
    long rows = header.nextInt();
    long entries = header.nextInt();
    long weights = header.nextInt();
    boolean possible = rows >= 0 && entries >= 0 && (weights == 0 || weights == rows);
    if (header.nextInt() != number || !possible) {
      throw wrong("block %d has a damaged header".formatted(number));
    }
    return BLOCK_HEADER + 4 * (rows + 1 + 2 * entries + rows + weights) + CHECKSUM;
  }

  private SparseRows block(int number, Cursor cursor) {
    try {
      int rows = cursor.nextInt();
      int entries = cursor.nextInt();
      int weights = cursor.nextInt();
      cursor.nextInt();
      int[] starts = cursor.ints(rows + 1);
      int[] indices = cursor.ints(entries);
      float[] values = cursor.floats(entries);
      float[] labels = cursor.floats(rows);
      float[] weighted = cursor.floats(weights);
      cursor.checksum("block " + number);
      SparseRows block = new SparseRows(starts, indices, values, labels, weighted);
      if (!block.isSound()) {
        throw wrong("block %d has rows that cannot be".formatted(number));
      }
      return block;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DataException wrong(String problem) {
    return new DataException(file.toString(), problem);
  }

  private static DataException unreadable(Path file, IOException e) {
    return new DataException(file.toString(), "cannot be read: " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * Goes through a part of the file, of which a window is in memory at a time. All in it has a
   * multiple of four bytes, and so have windows: no number lies in two of them. The file is not
   * mapped: who cuts off a mapped file ends the process. A thread reads one part after the other.
   */
  private final class Cursor {
    private final CRC32C crc = new CRC32C();
    private final long to;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long at; // where the window ends

    Cursor(long from, long to) {
      this.at = from;
      this.to = to;
    }

    void checksum(String what) throws IOException {
      int actual = (int) crc.getValue();
      int expected = nextInt();
      if (actual != expected) {
        throw wrong("%s is damaged: checksum %08x, not %08x".formatted(what, actual, expected));
      }
    }

    int[] ints(int length) throws IOException {
      int[] ints = new int[length];
      read(length, (piece, at) -> piece.asIntBuffer().get(ints, at, piece.remaining() / 4));
      return ints;
    }

    float[] floats(int length) throws IOException {
      float[] floats = new float[length];
      read(length, (piece, at) -> piece.asFloatBuffer().get(floats, at, piece.remaining() / 4));
      return floats;
    }

    /** Reads bytes, and the zeros that follow them. */
    byte[] bytes(int length) throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate(length + 3 & ~3);
      read(bytes.capacity() / 4, (piece, at) -> bytes.put(piece));
      return Arrays.copyOf(bytes.array(), length);
    }

    private void read(int numbers, ObjIntConsumer<ByteBuffer> taker) throws IOException {
      for (int done = 0; done < numbers; ) {
        ByteBuffer piece = next(numbers - done);
        int count = piece.remaining() / 4;
        taker.accept(piece, done);
        done += count;
      }
    }

    int nextInt() throws IOException {
      return next(1).getInt();
    }

    long nextLong() throws IOException {
      return Integer.toUnsignedLong(nextInt()) | (long) nextInt() << 32;
    }

    /** Returns the next numbers, or some of them, and counts them into the checksum. */
    private ByteBuffer next(int numbers) throws IOException {
      if (!window.hasRemaining()) {
        fill();
      }
      int bytes = (int) Math.min(4L * numbers, window.remaining());
      ByteBuffer piece = window.slice(window.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
      crc.update(piece.duplicate());
      window.position(window.position() + bytes);
      return piece;
    }

    private void fill() throws IOException {
      int bytes = (int) Math.min(windowBytes, to - at);
      window = windows.get();
      window.clear().limit(bytes);
      while (window.hasRemaining()) {
        if (channel.read(window, at + window.position()) < 0) {
          throw new EOFException("it is cut off");
        }
      }
      window.flip();
      at += bytes;
    }
  }
}
