package io.papilio.learn.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads blocks that are not in memory: the one that is asked for, and others before they are.
 *
 * <pre>
 *   asked for    3 4 | 5            whoever asks waits for it
 *   under way          6 7          what somebody expects, or what comes next to a thread that asks
 *   expected               8 9        for blocks in their order; more than fits has to wait
 *   in memory    3 4 5              the last few; those that were read first go first
 * </pre>
 *
 * Threads may ask at the same time. They do not read themselves: an interrupt would close the file.
 */
final class ReadAhead {
  /** How many of the next blocks are wanted while one is looked at in a pass. */
  private static final int AHEAD = 8;

  /** Bytes of rows that are under way, unless somebody waits for them; and twice that in memory. */
  private static final long MOST_UNDER_WAY = 20_000_000;

  /** After how many readings a guess that nobody has asked for was wrong. */
  private static final int LONG = 256;

  private static final ThreadPoolExecutor READERS = readers();

  private final RowBlock[] blocks;
  private final SparseRows[] present;
  private final Set<Integer> read = new LinkedHashSet<>(); // and present, the oldest first
  private final Map<Integer, Reading> underWay = new LinkedHashMap<>(); // the oldest first
  private final Deque<Integer> expected = new ArrayDeque<>();
  private final ThreadLocal<int[]> order; // of a thread: what it last asked for, and where it ends
  private long bytesRead;
  private long bytesUnderWay;
  private long begun; // readings

  /** A block that is read, because it was asked for or will be. */
  private static final class Reading extends FutureTask<SparseRows> {
    private final boolean isGuess; // that it will be asked for
    private final long number;
    private volatile boolean isAsked;

    Reading(RowBlock block, boolean isGuess, long number) {
      super(block::rows);
      this.isGuess = isGuess;
      this.number = number;
    }
  }

  /** What somebody waits for is read first. */
  private static final class Queue extends LinkedBlockingDeque<Runnable> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable task) {
      return ((Reading) task).isAsked ? offerFirst(task) : offerLast(task);
    }
  }

  /**
   * Reads some of the blocks.
   *
   * @param present where blocks are put that were read, and taken from to make room
   */
  ReadAhead(RowBlock[] blocks, SparseRows[] present) {
    this.blocks = blocks;
    this.present = present;
    this.order = ThreadLocal.withInitial(() -> new int[] {Integer.MIN_VALUE, blocks.length});
  }

  private static ThreadPoolExecutor readers() {
    int threads = Runtime.getRuntime().availableProcessors();
    ThreadPoolExecutor readers =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.SECONDS,
            new Queue(),
            task -> {
              Thread thread = new Thread(task, "papilio-read-ahead");
              thread.setDaemon(true);
              return thread;
            });
    readers.allowCoreThreadTimeOut(true);
    return readers;
  }

  /** Hears that this thread asks for blocks in their order, up to the one before the end. */
  void inOrder(int first, int end) {
    order.set(new int[] {first - 1, end});
  }

  /** Hears that what this thread asks for next has nothing to do with what was before. */
  void inAnyOrder() {
    order.remove();
  }

  /** Hears that a block will be asked for. */
  synchronized void expect(int block) {
    if (read.remove(block)) {
      read.add(block); // so that it is not the next to go
    } else if (present[block] == null && !underWay.containsKey(block)) {
      expected.add(block);
      begin();
    }
  }

  SparseRows get(int block) {
    Reading reading;
    synchronized (this) {
      if (present[block] != null) {
        return present[block];
      }
      reading = underWay.get(block);
      if (reading == null) {
        expected.remove(block);
        reading = begin(block, false);
      }
      ask(reading);
      guess(block);
    }
    SparseRows rows = result(reading);
    keep(block, rows);
    return rows;
  }

  private static void ask(Reading reading) {
    reading.isAsked = true;
    if (!reading.isDone()) {
      READERS.remove(reading);
      READERS.execute(reading); // which does nothing if it is under way
    }
  }

  /** Begins with the next ones, if this thread asks for one after the other. */
  private void guess(int block) {
    int[] own = order.get();
    boolean isInOrder = block == own[0] + 1;
    own[0] = block;
    for (int next = block + 1; isInOrder && next <= block + AHEAD && next < own[1]; next++) {
      if (present[next] == null && !underWay.containsKey(next) && isRoom(next)) {
        READERS.execute(begin(next, true));
      }
    }
  }

  /** Begins with what is expected, as far as there is room. */
  private void begin() {
    while (!expected.isEmpty() && isRoom(expected.peek())) {
      int next = expected.remove();
      if (present[next] == null && !underWay.containsKey(next)) {
        READERS.execute(begin(next, false));
      }
    }
  }

  private Reading begin(int block, boolean isGuess) {
    Reading reading = new Reading(blocks[block], isGuess, begun++);
    underWay.put(block, reading);
    bytesUnderWay += bytes(block);
    return reading;
  }

  /** Makes room by forgetting guesses that were wrong: nobody has asked for them in a long time. */
  private boolean isRoom(int block) {
    Iterator<Map.Entry<Integer, Reading>> oldest = underWay.entrySet().iterator();
    while (bytesUnderWay + bytes(block) > MOST_UNDER_WAY && oldest.hasNext()) {
      Map.Entry<Integer, Reading> one = oldest.next();
      Reading reading = one.getValue();
      if (reading.isGuess && !reading.isAsked && begun - reading.number > LONG) {
        bytesUnderWay -= bytes(one.getKey());
        oldest.remove();
      }
    }
    return bytesUnderWay + bytes(block) <= MOST_UNDER_WAY;
  }

  private synchronized void keep(int block, SparseRows rows) {
    if (underWay.remove(block) == null) {
      return; // another thread has asked for it, too
    }
    bytesUnderWay -= bytes(block);
    present[block] = rows;
    read.add(block);
    bytesRead += bytes(block);
    Iterator<Integer> oldest = read.iterator();
    while (bytesRead > 2 * MOST_UNDER_WAY && read.size() > 1) {
      int gone = oldest.next();
      oldest.remove();
      present[gone] = null;
      bytesRead -= bytes(gone);
    }
    begin();
  }

  private long bytes(int block) {
    return RowBlock.bytes(blocks[block].size(), blocks[block].entries());
  }

  private static SparseRows result(Reading reading) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return reading.get();
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
