package io.papilio.learn.data.cache;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of rows that a later program can use again: what it has is at its end.
 *
 * <pre>
 *   header   0 "PAPILIOR"   8 version   12 CRC32C
 *   blocks   see {@link BlockFile}
 *   table    0 blocks   4 bytes of notes
 *            8 rows, entries, weights and features of each block ... notes, filled up with zeros to
 *              a multiple of four ... where the table begins (8 bytes)   CRC32C of the table
 *   last     where the table begins
 * </pre>
 *
 * Notes are whatever the writer wants to know again. A file is there as a whole or not at all
 * ({@link WholeFile}). Whatever is wrong with a file when it is read is a {@link DataException}.
 */
final class RowsCache implements Closeable {
  static final int VERSION = 6;
  static final long MAGIC = 0x524F494C49504150L; // "PAPILIOR", its last byte on top

  private static final int HEADER = 16;
  private static final int LAST = 8;

  private final BlockFile file;
  private final List<BlockFile.Kept> blocks;
  private final byte[] notes;

  private RowsCache(BlockFile file, List<BlockFile.Kept> blocks, byte[] notes) {
    this.file = file;
    this.blocks = blocks;
    this.notes = notes;
  }

  /** A file that is being written. */
  static final class Writer implements Closeable {
    private final WholeFile whole;
    private final BlockFile file;
    private final List<BlockFile.Kept> blocks = new ArrayList<>();

    Writer(Path path) throws IOException {
      whole = new WholeFile(path);
      try {
        file = BlockFile.create(whole.path());
        file.output().putLong(MAGIC).putInt(VERSION).checksum().flush();
      } catch (IOException e) {
        whole.close();
        throw e;
      }
    }

    BlockFile.Kept append(SparseRows rows) throws IOException {
      BlockFile.Kept block = file.append(rows);
      blocks.add(block);
      return block;
    }

    /** Gives the file its name. */
    void keep(byte[] notes) throws IOException {
      FileOutput out = file.output();
      long table = out.position();
      out.putInt(blocks.size()).putInt(notes.length);
      for (BlockFile.Kept block : blocks) {
        BlockFile.Counts counts = block.counts();
        out.putInt(counts.rows()).putInt(counts.entries());
        out.putInt(counts.weights()).putInt(counts.features());
      }
      out.put(notes).putLong(table).checksum().putLong(table).flush();
      whole.keep();
    }

    /** Makes an end of reading its blocks. */
    void closeFile() throws IOException {
      file.close();
    }

    /** Deletes the file if it was not kept; its blocks can be read all the same. */
    @Override
    public void close() throws IOException {
      whole.close();
    }
  }

  static boolean isCache(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      ByteBuffer first = ByteBuffer.wrap(in.readNBytes(Long.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
      return first.remaining() == Long.BYTES && first.getLong() == MAGIC;
    }
  }

  static RowsCache open(Path path) {
    try {
      BlockFile file = BlockFile.open(path);
      try {
        return read(file);
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new DataException(path.toString(), "there is no such file", e);
    } catch (IOException e) {
      throw BlockFile.unreadable(path, e);
    }
  }

  private static RowsCache read(BlockFile file) throws IOException {
    long size = file.size();
    if (size < Long.BYTES || file.input(0, Long.BYTES).nextLong() != MAGIC) {
      throw wrong(file, "not a file of rows: it does not begin with PAPILIOR");
    }
    if (size < HEADER + LAST) {
      throw wrong(file, "truncated: %d bytes, less than its header".formatted(size));
    }
    FileInput header = file.input(0, HEADER);
    header.nextLong();
    int version = header.nextInt();
    if (version != VERSION) {
      throw wrong(
          file, "has version %d; this program reads version %d".formatted(version, VERSION));
    }
    header.checksum(file.path(), "the header");
    long table = file.input(size - LAST, size).nextLong();
    if (table < HEADER || table > size - LAST) {
      throw wrong(file, "truncated: its end is missing");
    }
    FileInput in = file.input(table, size - LAST);
    int count = in.nextInt();
    int length = in.nextInt();
    long bytes = 2L * Integer.BYTES + 4L * Integer.BYTES * count + (length + 3L & ~3L);
    if (count < 0 || length < 0 || bytes + Long.BYTES + BlockFile.CHECKSUM != size - LAST - table) {
      throw wrong(file, "truncated, or its table is damaged");
    }
    List<BlockFile.Counts> counts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      counts.add(new BlockFile.Counts(in.nextInt(), in.nextInt(), in.nextInt(), in.nextInt()));
    }
    byte[] notes = in.bytes(length);
    in.nextLong();
    in.checksum(file.path(), "the table");
    List<BlockFile.Kept> blocks = file.blocks(HEADER, counts);
    if (table != (count == 0 ? HEADER : blocks.get(count - 1).to())) {
      throw wrong(file, "its blocks do not fill it");
    }
    return new RowsCache(file, blocks, notes);
  }

  private static DataException wrong(BlockFile file, String problem) {
    return new DataException(file.path().toString(), problem);
  }

  byte[] notes() {
    return notes.clone();
  }

  /** Returns all blocks; they can be read until this is closed. */
  List<BlockFile.Kept> blocks() {
    return blocks;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
