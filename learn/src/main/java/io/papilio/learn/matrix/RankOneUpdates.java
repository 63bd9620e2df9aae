package io.papilio.learn.matrix;

import io.papilio.core.schedule.Range;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Adds up a batch of outer products, column by column and in place: one pass over the matrix, and
 * none of its own.
 *
 * <pre>
 *        columns that any v touches            piece of a column, in the cache
 *   W  | .  # # . .  # . |                     copied there, W[i] −= rate · Σ_k v_k[column] · u_k[i],
 *      | .  # # . .  # . |  <-- tile of rows   4 pairs at a time, and copied back
 *      | .  # # . .  # . |
 * </pre>
 *
 * Entries of sparse v are chained by column first, in the order of the pairs. All arrays of a loop
 * have one index, or the JIT makes no vector instructions of it. Threads share the columns, so that
 * the sums do not depend on how many there are.
 */
public final class RankOneUpdates {
  /** Of the rows: the u of 16 pairs stay in a core's own cache; shorter pieces make memory slow. */
  private static final int TILE = 4096;

  /** Products that are worth a second thread. */
  private static final long WORTH_THREADS = 1 << 18;

  private static final int END = -1;

  private final int rows;
  private final int columns;
  private final Lane[] lanes;
  private float[][] u = new float[0][]; // of each pair, in an array of its own
  private final int[] heads; // by column: its first entry, and its last one
  private final int[] tails;
  private int[] next = new int[256]; // of each entry: the next one of its column
  private int[] pairs = new int[256];
  private final int[] touched;
  private int count;
  private int[] densePairs = new int[16];
  private int denseCount;

  /** Changes a piece of a column, by the sum there; for different columns at the same time. */
  @FunctionalInterface
  interface Target {
    /**
     * Fills a piece of {@code sum} with what is to be added to, and returns by what all products
     * are multiplied.
     */
    default float begin(int column, float[] sum, Range piece) {
      Arrays.fill(sum, piece.from(), piece.to(), 0);
      return 1;
    }

    /** All arrays have one element for each row; {@code scratch} are two of them. */
    void end(int column, float[] sum, float[][] scratch, Range piece);
  }

  /** For matrices of this shape, by so many threads. */
  public RankOneUpdates(int rows, int columns, int threads) {
    this.rows = rows;
    this.columns = columns;
    this.lanes = new Lane[Math.max(1, threads)];
    Arrays.setAll(lanes, i -> new Lane());
    this.heads = new int[columns];
    this.tails = new int[columns];
    this.touched = new int[columns];
    Arrays.fill(heads, END);
  }

  /** W −= rate · Σ u vᵀ. */
  public void subtract(Matrix matrix, Factors factors, double rate) {
    subtract(matrix, factors, rate, rate);
  }

  /** The same with another rate in free columns. */
  void subtract(Matrix matrix, Factors factors, double rate, double freeRate) {
    apply(factors, new Subtraction(matrix, matrix.unsettled(), rate, freeRate));
  }

  private record Subtraction(Matrix matrix, float[] values, double rate, double freeRate)
      implements Target {
    @Override
    public float begin(int column, float[] sum, Range piece) {
      int at = column * matrix.rows() + piece.from();
      System.arraycopy(values, at, sum, piece.from(), piece.length());
      double own = column < matrix.scaledColumns() ? rate : freeRate;
      return (float) (-own / matrix.factor(column));
    }

    @Override
    public void end(int column, float[] sum, float[][] scratch, Range piece) {
      int at = column * matrix.rows() + piece.from();
      System.arraycopy(sum, piece.from(), values, at, piece.length());
    }
  }

  /** Hands over each piece of the sum that any pair touches, once. */
  void apply(Factors factors, Target target) {
    unfold(factors.u());
    chain(factors.v());
    int used = denseCount > 0 ? columns : count;
    long work = (long) used * rows * Math.max(1, factors.size());
    if (lanes.length == 1 || work < WORTH_THREADS) {
      lanes[0].run(factors.v(), target, Range.of(used));
    } else {
      IntStream.range(0, lanes.length)
          .parallel()
          .forEach(i -> lanes[i].run(factors.v(), target, Range.part(used, lanes.length, i)));
    }
    for (int i = 0; i < count; i++) {
      heads[touched[i]] = END;
    }
  }

  private void unfold(Vectors vectors) {
    if (u.length < vectors.size()) {
      int old = u.length;
      u = Arrays.copyOf(u, vectors.size());
      Arrays.setAll(u, i -> i < old ? u[i] : new float[rows]);
    }
    for (int i = 0; i < vectors.size(); i++) {
      vectors.copyTo(i, u[i]);
    }
  }

  private void chain(Vectors v) {
    count = 0;
    denseCount = 0;
    int entries = v.size() == 0 ? 0 : v.end(v.size() - 1);
    if (next.length < entries && v.hasSparse()) {
      next = new int[2 * entries];
      pairs = new int[2 * entries];
    }
    if (densePairs.length < v.size()) {
      densePairs = new int[2 * v.size()];
    }
    for (int pair = 0; pair < v.size(); pair++) {
      if (v.isDense(pair)) {
        densePairs[denseCount++] = pair;
      } else {
        for (int entry = v.start(pair); entry < v.end(pair); entry++) {
          link(v.indices()[entry], pair, entry);
        }
      }
    }
  }

  private void link(int column, int pair, int entry) {
    if (heads[column] == END) {
      heads[column] = entry;
      touched[count++] = column;
    } else {
      next[tails[column]] = entry;
    }
    tails[column] = entry;
    next[entry] = END;
    pairs[entry] = pair;
  }

  /** What one thread has. */
  private final class Lane {
    private final float[] sum = new float[rows];
    private final float[][] scratch = new float[2][rows];
    private float[][] chosen = new float[16][]; // u of the pairs with a v in this column,
    private float[] factors = new float[16]; // and that v
    private int size;

    void run(Vectors v, Target target, Range range) {
      for (int from = 0; from < rows; from += TILE) {
        Range piece = new Range(from, Math.min(rows, from + TILE));
        for (int i = range.from(); i < range.to(); i++) {
          int column = denseCount > 0 ? i : touched[i];
          choose(v, column, target.begin(column, sum, piece));
          add(piece.from(), piece.to());
          target.end(column, sum, scratch, piece);
        }
      }
    }

    private void choose(Vectors v, int column, float times) {
      size = 0;
      for (int i = 0; i < denseCount; i++) {
        int pair = densePairs[i];
        take(pair, times * v.values()[v.start(pair) + column]);
      }
      for (int entry = heads[column]; entry != END; entry = next[entry]) {
        take(pairs[entry], times * v.values()[entry]);
      }
    }

    private void take(int pair, float factor) {
      if (size == factors.length) {
        factors = Arrays.copyOf(factors, 2 * size);
        chosen = Arrays.copyOf(chosen, 2 * size);
      }
      chosen[size] = u[pair];
      factors[size] = factor;
      size += factor == 0 ? 0 : 1;
    }

    private void add(int from, int to) {
      int first = 0;
      for (; first + 4 <= size; first += 4) {
        add4(first, from, to);
      }
      for (; first < size; first++) {
        add1(first, from, to);
      }
    }

    private void add4(int first, int from, int to) {
      float[] s = sum;
      float[] a = chosen[first];
      float[] b = chosen[first + 1];
      float[] c = chosen[first + 2];
      float[] d = chosen[first + 3];
      float fa = factors[first];
      float fb = factors[first + 1];
      float fc = factors[first + 2];
      float fd = factors[first + 3];
      for (int i = from; i < to; i++) {
        s[i] += (fa * a[i] + fb * b[i]) + (fc * c[i] + fd * d[i]);
      }
    }

    private void add1(int first, int from, int to) {
      float[] s = sum;
      float[] a = chosen[first];
      float factor = factors[first];
      for (int i = from; i < to; i++) {
        s[i] += factor * a[i];
      }
    }
  }
}
