package io.papilio.learn.data.cache;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.SparseRows;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of blocks of rows as they lie in memory: nothing is parsed when they are read again, and
 * each can be read as soon as it is written. Little-endian, without gaps.
 *
 * <pre>
 *   block    0 rows   4 entries   8 weights (0 or as many as rows)   12 number of the block
 *           16 starts (one more than rows) ... indices ... values ... labels ... weights ...
 *              CRC32C of the block's bytes before it
 * </pre>
 *
 * Whatever is wrong with a block when it is read is a {@link DataException}; rows are as {@link
 * SparseRows} wants them, or they are wrong. One thread writes; several may read meanwhile.
 */
final class BlockFile implements Closeable {
  static final int CHECKSUM = 4;

  private static final int BLOCK_HEADER = 16;

  private final Path file;
  private final FileChannel channel;
  private final FileOutput output;
  private int count;

  private BlockFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
    this.output = new FileOutput(channel);
  }

  /** Creates a file, or writes to one that is there. */
  static BlockFile create(Path file) throws IOException {
    return new BlockFile(
        file,
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** Creates a file that has no name any more, so that nothing is left of it in any case. */
  static BlockFile temporary(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "papilio-rows-", ".tmp");
    return new BlockFile(
        file,
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE));
  }

  static BlockFile open(Path file) throws IOException {
    return new BlockFile(file, FileChannel.open(file));
  }

  Path path() {
    return file;
  }

  long size() throws IOException {
    return channel.size();
  }

  /** Writes what is no block; it has to be {@linkplain FileOutput#flush flushed}. */
  FileOutput output() {
    return output;
  }

  /** Returns what lies in a range of the file. */
  FileInput input(long from, long to) {
    return new FileInput(channel, from, to);
  }

  /** Writes rows behind what was written. */
  Kept append(SparseRows rows) throws IOException {
    long from = output.position();
    output.putInt(rows.size()).putInt(rows.entries());
    output.putInt(rows.weights().length).putInt(count++);
    int start = 0;
    output.putInt(start);
    for (int row = 0; row < rows.size(); row++) {
      start += rows.end(row) - rows.start(row);
      output.putInt(start);
    }
    for (int row = 0; row < rows.size(); row++) {
      output.put(rows.indices(), rows.start(row), rows.end(row));
    }
    for (int row = 0; row < rows.size(); row++) {
      output.put(rows.values(), rows.start(row), rows.end(row));
    }
    output.put(rows.labels(), 0, rows.size());
    output.put(rows.weights(), 0, rows.weights().length);
    output.checksum();
    output.flush();
    return new Kept(
        count - 1,
        from,
        new Counts(rows.size(), rows.entries(), rows.weights().length, rows.features()));
  }

  /** Returns the blocks that lie behind each other and have so much. */
  List<Kept> blocks(long from, List<Counts> counts) {
    List<Kept> blocks = new ArrayList<>();
    long at = from;
    for (Counts one : counts) {
      Kept block = new Kept(blocks.size(), at, one);
      blocks.add(block);
      at = block.to();
    }
    return blocks;
  }

  /** How much a block has. */
  record Counts(int rows, int entries, int weights, int features) {}

  /** A block that lies in this file. */
  final class Kept implements RowBlock {
    private final int number;
    private final long from;
    private final Counts counts;

    Kept(int number, long from, Counts counts) {
      this.number = number;
      this.from = from;
      this.counts = counts;
    }

    Counts counts() {
      return counts;
    }

    @Override
    public int size() {
      return counts.rows;
    }

    @Override
    public int entries() {
      return counts.entries;
    }

    @Override
    public int features() {
      return counts.features;
    }

    /** Where it ends in the file. */
    long to() {
      long numbers = 1 + 2L * counts.rows + 2L * counts.entries + counts.weights;
      return from + BLOCK_HEADER + 4 * numbers + CHECKSUM;
    }

    /**
     * Reads the rows.
     *
     * @throws DataException if they are not as they were written
     */
    @Override
    public SparseRows rows() {
      try {
        FileInput input = input(from, to());
        boolean isIt =
            input.nextInt() == counts.rows
                & input.nextInt() == counts.entries
                & input.nextInt() == counts.weights
                & input.nextInt() == number;
        if (!isIt) {
          throw wrong("block %d has a damaged header".formatted(number));
        }
        SparseRows rows =
            new SparseRows(
                input.ints(counts.rows + 1),
                input.ints(counts.entries),
                input.floats(counts.entries),
                input.floats(counts.rows),
                input.floats(counts.weights));
        input.checksum(file, "block " + number);
        return rows;
      } catch (EOFException e) {
        throw new DataException(
            file.toString(), "truncated: it ends in block %d".formatted(number), e);
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw unreadable(file, e);
      }
    }

    /** Reads the rows of a file that somebody else may have written. */
    SparseRows sound() {
      SparseRows rows = rows();
      if (!rows.isSound() || rows.features() != counts.features) {
        throw wrong("block %d has rows that cannot be".formatted(number));
      }
      return rows;
    }
  }

  private DataException wrong(String problem) {
    return new DataException(file.toString(), problem);
  }

  static DataException unreadable(Path file, IOException e) {
    return new DataException(file.toString(), "cannot be read: " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
