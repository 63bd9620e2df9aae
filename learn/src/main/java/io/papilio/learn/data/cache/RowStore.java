package io.papilio.learn.data.cache;

import io.papilio.learn.data.ByteCount;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.RowKeeper;
import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps as many rows in memory as there is room for, and the rest in a file without a name, from
 * which they are read whenever they are needed.
 *
 * <pre>
 *   accept   0 1 2 3 4 5 6
 *   memory   0 1 2
 *   file           3 4 5 6
 * </pre>
 *
 * Nothing depends on where rows are but time.
 */
public final class RowStore implements RowKeeper {
  private final Room room;
  private final Loading loading;
  private final List<RowBlock> blocks = new ArrayList<>();
  private long free; // bytes
  private boolean isFull; // what comes last is read from the file, not something in between
  private BlockFile file; // null: all rows are in memory

  /**
   * Where rows may be.
   *
   * @param memory bytes of one worker
   * @param folder for those that do not fit
   */
  public record Room(long memory, Path folder) {
    /** As much memory as it takes. */
    public static final Room MEMORY = of(Long.MAX_VALUE);

    /** The share of the heap that rows get if nobody says how much. */
    private static final double SHARE = 0.5;

    /** What a worker needs for blocks that are on their way, if rows do not fit. */
    private static final long UNDER_WAY = 64_000_000;

    /** Returns room in memory, and beyond that where this machine keeps what is temporary. */
    public static Room of(long memory) {
      return new Room(memory, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /**
     * Returns about half of the heap, for one of several workers in this JVM, and beyond that where
     * this machine keeps what is temporary.
     */
    public static Room ofHeap(int workers) {
      long own = (long) (SHARE * Runtime.getRuntime().maxMemory()) / workers;
      return of(Math.max(own / 4, own - UNDER_WAY));
    }
  }

  public RowStore(Room room, Loading loading) {
    this.room = room;
    this.loading = loading;
    this.free = room.memory;
  }

  @Override
  public void accept(SparseRows rows) {
    accept(rows, null);
  }

  /** Takes rows that are in another file, too; null: in none. */
  void accept(SparseRows rows, RowBlock kept) {
    long bytes = RowBlock.bytes(rows.size(), rows.entries());
    if (bytes <= free && !isFull) {
      free -= bytes;
      blocks.add(rows);
      return;
    }
    if (!isFull) {
      isFull = true;
      loading.onNote(
          "rows beyond %s stay on the disk and are read again in every pass"
              .formatted(ByteCount.text(room.memory)));
    }
    blocks.add(kept == null ? spill(rows) : kept);
  }

  /** Returns whether no rows will be read again. */
  boolean isInMemory() {
    return !isFull;
  }

  private RowBlock spill(SparseRows rows) {
    try {
      if (file == null) {
        Path folder = Files.isDirectory(room.folder) ? room.folder : Room.MEMORY.folder;
        file = BlockFile.temporary(folder);
      }
      return file.append(rows);
    } catch (IOException e) {
      throw new DataException(
          room.folder.toString(),
          "the rows that do not fit in memory cannot be written here: " + e.getMessage(),
          e);
    }
  }

  @Override
  public List<RowBlock> blocks() {
    return blocks;
  }
}
