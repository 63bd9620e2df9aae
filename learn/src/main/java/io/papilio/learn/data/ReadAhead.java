package io.papilio.learn.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads blocks that are not in memory: the one that is asked for, and others before they are.
 *
 * <pre>
 *   asked for    3 4 | 5            whoever asks waits for it, or reads it itself
 *   under way          6 7          what comes next, or what somebody expects
 *   in memory    3 4 5              the last few; those that were read first go first
 * </pre>
 *
 * Who expects no block is taken to ask for all in their order. Threads may ask at the same time.
 */
final class ReadAhead {
  /** So many blocks are under way while one is looked at. */
  private static final int AHEAD = 8;

  private static final ExecutorService READERS = readers();

  private final RowBlock[] blocks;
  private final SparseRows[] present;
  private final int most;
  private final Map<Integer, Reading> underWay = new LinkedHashMap<>(); // the oldest first
  private final Deque<Integer> read = new ArrayDeque<>(); // and still present, the oldest first

  private final ThreadLocal<Integer> end; // of what a thread asks for in order

  /**
   * A block that is asked for or will be.
   *
   * @param isInOrder whether it is only guessed that it will be, and so will be the next ones
   */
  private record Reading(FutureTask<SparseRows> task, boolean isInOrder) {}

  /**
   * Reads some of the blocks.
   *
   * @param present where blocks are put that were read, and taken from when they are too many
   * @param most how many may be too many; as many may be under way
   */
  ReadAhead(RowBlock[] blocks, SparseRows[] present, int most) {
    this.blocks = blocks;
    this.present = present;
    this.most = most;
    this.end = ThreadLocal.withInitial(() -> blocks.length);
  }

  private static ExecutorService readers() {
    int threads = Runtime.getRuntime().availableProcessors();
    ThreadPoolExecutor readers =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "papilio-read-ahead");
              thread.setDaemon(true);
              return thread;
            });
    readers.allowCoreThreadTimeOut(true);
    return readers;
  }

  SparseRows get(int block) {
    FutureTask<SparseRows> task;
    synchronized (this) {
      if (present[block] != null) {
        return present[block];
      }
      Reading known = underWay.get(block);
      task = known != null ? known.task : begin(block, true);
      if (known == null || known.isInOrder) {
        for (int next = block + 1; next <= block + AHEAD && next < end.get(); next++) {
          expect(next, true);
        }
      }
    }
    task.run(); // which does nothing if a reader has begun it
    SparseRows rows = result(task);
    keep(block, rows);
    return rows;
  }

  /** Hears that this thread asks for blocks before this one in order, and then for others. */
  void until(int block) {
    end.set(block);
  }

  /** Hears that a block will be asked for. */
  synchronized void expect(int block) {
    expect(block, false);
  }

  private void expect(int block, boolean isInOrder) {
    if (present[block] == null && !underWay.containsKey(block)) {
      READERS.execute(begin(block, isInOrder));
    }
  }

  private FutureTask<SparseRows> begin(int block, boolean isInOrder) {
    FutureTask<SparseRows> task = new FutureTask<>(() -> blocks[block].rows());
    underWay.put(block, new Reading(task, isInOrder));
    if (underWay.size() > most) { // nobody has asked for it in all this time
      underWay.remove(underWay.keySet().iterator().next());
    }
    return task;
  }

  private synchronized void keep(int block, SparseRows rows) {
    if (underWay.remove(block) == null) {
      return; // another thread has asked for it, too
    }
    present[block] = rows;
    read.add(block);
    if (read.size() > most) {
      present[read.remove()] = null;
    }
  }

  private static SparseRows result(FutureTask<SparseRows> task) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // blocks throw no others
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
