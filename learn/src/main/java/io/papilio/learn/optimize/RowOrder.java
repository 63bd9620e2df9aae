package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * In which order a worker takes its rows in an epoch; it depends on the rows, the seed, the worker
 * and the epoch alone. Blocks are shuffled, and then the rows of some blocks at a time:
 *
 * <pre>
 *   blocks     | 0 | 1 | 2 | 3 | 4 | 5 |          {@link Shard#cuts}
 *   windows    | 4   0   3 | 5   2   1 |          each of {@link #BLOCKS}
 *   rows       any of 4, 0 and 3, then any of 5, 2 and 1
 * </pre>
 *
 * So rows that do not fit in memory are read block by block, those of the next window while this
 * one is learned. Few rows are one window.
 *
 * <p>Few rows of a window come in any order. Of many, which lie far apart in memory, that would
 * cost more than to learn them. These come in short runs of neighbours, from several random places
 * in turn:
 *
 * <pre>
 *   rows    | 0 1 2 | 3 4 5 | 6 7 8 | 9 10 11 |
 *   runs      6 7 8   0 1 2                         two places, then two others
 *   order     6 0 7 1 8 2   ...
 * </pre>
 */
public final class RowOrder {
  /** Blocks of a window. */
  static final int BLOCKS = 64;

  /** Fewer rows than this mostly fit a cache. */
  private static final int MANY = 4096;

  private static final long SALT = 0x5DEECE66DL; // lest blocks are shuffled as the first rows are
  private static final int RUN = 16;
  private static final int PLACES = 16;

  private final Shard shard;
  private final long seed;
  private final long[] cuts; // where blocks begin, and the last one ends
  private final int[] blocks; // shuffled
  private final long[] positions; // of the first row of each window in the order, and of the end
  private int window = -1; // that is the current one
  private long[] rows = {}; // of this window, and the first of the next one
  private long[] next = {}; // the rows of the next window

  private RowOrder(Shard shard, long seed) {
    this.shard = shard;
    this.seed = seed;
    this.cuts = shard.cuts();
    int count = cuts.length - 1;
    this.blocks =
        count <= BLOCKS ? inOrder(count) : permutation(count, new SplittableRandom(seed ^ SALT));
    this.positions = new long[(count + BLOCKS - 1) / BLOCKS + 1];
    for (int i = 0; i < count; i++) {
      positions[i / BLOCKS + 1] += cuts[blocks[i] + 1] - cuts[blocks[i]];
    }
    Arrays.parallelPrefix(positions, Long::sum);
  }

  public static RowOrder of(Shard shard, long seed, int rank, int epoch) {
    return new RowOrder(shard, seed + rank * 0xD1342543DE82EF95L + epoch * 0x2545F4914F6CDD1DL);
  }

  /** Returns the rows at these places of the order. */
  public Batch batch(long from, long to) {
    if (from == to) {
      return new Batch(shard, new long[0], 0, 0);
    }
    go(from);
    long begin = positions[window];
    if (to <= positions[window + 1]) {
      return new Batch(shard, rows, (int) (from - begin), (int) (to - begin));
    }
    long[] some = new long[(int) (Math.min(to + 1, shard.size()) - from)];
    for (int i = 0; i < some.length; i++) {
      some[i] = row(from + i);
    }
    return new Batch(shard, some, 0, (int) (to - from));
  }

  /** Returns the row at a place of the order. */
  public long row(long position) {
    go(position);
    return rows[(int) (position - positions[window])];
  }

  /** Goes to the window of a place. */
  private void go(long position) {
    boolean isHere =
        window >= 0 && position >= positions[window] && position < positions[window + 1];
    if (!isHere) {
      int found = Arrays.binarySearch(positions, position);
      enter(found >= 0 ? found : -found - 2);
    }
  }

  private void enter(int number) {
    boolean isLast = number + 2 == positions.length;
    rows = number == window + 1 && window >= 0 ? next : order(number);
    if (!isLast) {
      next = order(number + 1);
      rows = Arrays.copyOf(rows, rows.length + 1);
      rows[rows.length - 1] = next[0];
    }
    window = number;
  }

  /** Returns the rows of a window, whose blocks are read from now on. */
  private long[] order(int number) {
    int[] own =
        Arrays.copyOfRange(blocks, number * BLOCKS, Math.min((number + 1) * BLOCKS, blocks.length));
    long[] all = new long[(int) (positions[number + 1] - positions[number])];
    int count = 0;
    for (int block : own) {
      shard.expect(cuts[block], cuts[block + 1]);
      for (long row = cuts[block]; row < cuts[block + 1]; row++) {
        all[count++] = row;
      }
    }
    int[] order = shuffled(all.length, new SplittableRandom(seed + number * 0xBF58476D1CE4E5B9L));
    return Arrays.stream(order).mapToLong(i -> all[i]).toArray();
  }

  private static int[] shuffled(int size, SplittableRandom random) {
    if (size < MANY) {
      return permutation(size, random);
    }
    int shift = random.nextInt(RUN); // other neighbours in every epoch
    int[] runs = permutation((size + shift + RUN - 1) / RUN, random);
    int[] order = new int[size];
    int count = 0;
    for (int first = 0; first < runs.length; first += PLACES) {
      int last = Math.min(first + PLACES, runs.length);
      for (int i = 0; i < RUN; i++) {
        for (int run = first; run < last; run++) {
          int row = runs[run] * RUN + i - shift;
          if (row >= 0 && row < size) {
            order[count++] = row;
          }
        }
      }
    }
    return order;
  }

  private static int[] inOrder(int size) {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    return order;
  }

  private static int[] permutation(int size, SplittableRandom random) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }
}
