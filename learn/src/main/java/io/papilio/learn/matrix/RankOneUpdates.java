package io.papilio.learn.matrix;

import static io.papilio.learn.matrix.RankOneKernel.COLUMNS;

import io.papilio.core.schedule.Range;
import io.papilio.learn.matrix.RankOneKernel.Panel;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * Adds up a batch of outer products, column by column and in place: one pass over the matrix, and
 * none of its own.
 *
 * <pre>
 *        columns that any v touches       8 columns in which all v are dense: a kernel adds all
 *   W  | .  # # . .  # . |                pairs to the rows of a vector before it goes on
 *      | .  # # . .  # . |                a column of its own: pairs with a v there, 4 at a time
 *      | .  # # . .  # . |  tile of rows
 * </pre>
 *
 * Entries of sparse v are chained by column first. To each element dense pairs are added first,
 * then sparse ones, in their order: so the sums do not depend on threads, which share the columns,
 * nor on whether there is a {@link RankOneKernel}. Where there is none a piece of a column is
 * copied to an array that has the index of u.
 */
public final class RankOneUpdates {
  /** Of the rows: the u of 16 pairs stay in a core's own cache; shorter pieces make memory slow. */
  private static final int TILE = 4096;

  // with a kernel nothing but u has to stay there, of as many rows as have so many elements
  private static final int NEAR = 1 << 18;
  private static final int LEAST_TILE = 1024;
  // of a column: rows that fill no vector cost a kernel more than plain loops
  private static final int LEAST_VECTORS = 4;
  private static final long WORTH_THREADS = 1 << 18; // products that are worth a second thread
  private static final int END = -1;

  private final int rows;
  private final int columns;
  private final Lane[] lanes;
  private final LongFunction<Optional<RankOneKernel>> kernels;
  private Optional<RankOneKernel> kernel = Optional.empty();
  private int tile;
  private float[][] u = new float[0][]; // of each pair, in an array of its own
  private Panel panel = new Panel(new float[0], 0, 0); // of those with a dense v
  private final int[] heads; // by column: its first entry, and its last one
  private final int[] tails;
  private int[] next = new int[256]; // of each entry: the next one of its column
  private int[] pairs = new int[256];
  private final int[] touched;
  private int count;
  private int[] densePairs = new int[16];
  private int denseCount;

  /** Takes a piece of a column, as the sum there; different columns at the same time. */
  @FunctionalInterface
  interface Target {
    /** By what all products are multiplied. */
    default float times(int column) {
      return 1;
    }

    /** Fills a piece of {@code sum} with what is to be added to. */
    default void begin(int column, float[] sum, Range piece) {
      Arrays.fill(sum, piece.from(), piece.to(), 0);
    }

    /** All arrays have one element for each row; {@code scratch} are two of them. */
    void end(int column, float[] sum, float[][] scratch, Range piece);
  }

  /** Adds to columns of an array. */
  interface InPlace extends Target {
    float[] values();

    /** Where a column begins; all that are touched lie one after the other. */
    int at(int column);

    @Override
    default void begin(int column, float[] sum, Range piece) {
      System.arraycopy(values(), at(column) + piece.from(), sum, piece.from(), piece.length());
    }

    @Override
    default void end(int column, float[] sum, float[][] scratch, Range piece) {
      System.arraycopy(sum, piece.from(), values(), at(column) + piece.from(), piece.length());
    }
  }

  public RankOneUpdates(int rows, int columns, int threads) {
    this(rows, columns, threads, KernelTrial.HERE::kernel);
  }

  /** The same with the kernel that is to be used for so many products, if any. */
  RankOneUpdates(
      int rows, int columns, int threads, LongFunction<Optional<RankOneKernel>> kernels) {
    this.rows = rows;
    this.columns = columns;
    this.kernels = kernels;
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
      implements InPlace {
    @Override
    public int at(int column) {
      return column * matrix.rows();
    }

    @Override
    public float times(int column) {
      double own = column < matrix.scaledColumns() ? rate : freeRate;
      return (float) (-own / matrix.factor(column));
    }
  }

  /** Fills an array with Σ u vᵀ, columns one after the other: the gradient as a matrix. */
  void sum(Factors factors, float[] into) {
    Arrays.fill(into, 0);
    apply(factors, new Sum(into, rows));
  }

  private record Sum(float[] values, int rows) implements InPlace {
    @Override
    public int at(int column) {
      return column * rows;
    }
  }

  /** Hands over each piece of the sum that any pair touches, once. */
  void apply(Factors factors, Target target) {
    unfold(factors.u());
    chain(factors.v());
    int used = denseCount > 0 ? columns : count;
    long work = (long) used * rows * Math.max(1, factors.size());
    kernel = kernels.apply(work).filter(each -> rows >= LEAST_VECTORS * each.height());
    kernel.ifPresent(each -> pack(each.height()));
    tile = kernel.isPresent() ? tile(factors.size()) : TILE;
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

  /** A power of two: whole vectors. */
  private static int tile(int pairs) {
    return Math.max(LEAST_TILE, Integer.highestOneBit(NEAR / Math.max(1, pairs)));
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

  private void pack(int height) {
    int length = Panel.length(rows, denseCount, height);
    float[] values = panel.values().length < length ? new float[length] : panel.values();
    panel = new Panel(values, rows, denseCount);
    for (int i = 0; i < denseCount; i++) {
      panel.put(i, u[densePairs[i]], height);
    }
  }

  private void chain(Vectors v) {
    count = 0;
    denseCount = 0;
    int entries = v.size() == 0 ? 0 : v.end(v.size() - 1);
    if (next.length < entries && v.hasSparse()) {
      next = new int[Vectors.capacity(entries, entries)];
      pairs = new int[next.length];
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

  private final class Lane {
    private final float[] sum = new float[rows];
    private final float[][] scratch = new float[2][rows];
    private final Terms terms = new Terms();
    private float[] factors = {}; // of the dense pairs, for the columns of a panel

    void run(Vectors v, Target target, Range range) {
      for (int from = 0; from < rows; from += tile) {
        Range piece = new Range(from, Math.min(rows, from + tile));
        int i = range.from();
        if (kernel.isPresent() && denseCount > 0 && target instanceof InPlace place) {
          for (; i + COLUMNS <= range.to(); i += COLUMNS) {
            addPanel(v, place, i, piece);
          }
        }
        for (; i < range.to(); i++) {
          addColumn(v, target, denseCount > 0 ? i : touched[i], piece);
        }
      }
    }

    private void addPanel(Vectors v, InPlace place, int first, Range piece) {
      if (factors.length < denseCount * COLUMNS) {
        factors = new float[denseCount * COLUMNS];
      }
      for (int i = 0; i < COLUMNS; i++) {
        float times = place.times(first + i);
        for (int k = 0; k < denseCount; k++) {
          factors[k * COLUMNS + i] = times * v.values()[v.start(densePairs[k]) + first + i];
        }
      }
      RankOneKernel vectors = kernel.orElseThrow();
      vectors.addPanel(place.values(), place.at(first), panel, factors, piece);
      for (int column = first; column < first + COLUMNS; column++) {
        if (heads[column] != END) {
          terms.clear();
          chooseSparse(v, column, place.times(column));
          vectors.add(place.values(), place.at(column), terms, piece);
        }
      }
    }

    private void addColumn(Vectors v, Target target, int column, Range piece) {
      float times = target.times(column);
      terms.clear();
      for (int i = 0; i < denseCount; i++) {
        int pair = densePairs[i];
        terms.add(u[pair], times * v.values()[v.start(pair) + column]);
      }
      chooseSparse(v, column, times);
      if (kernel.isPresent() && target instanceof InPlace place) {
        kernel.orElseThrow().add(place.values(), place.at(column), terms, piece);
      } else {
        target.begin(column, sum, piece);
        terms.addTo(sum, piece.from(), piece.to());
        target.end(column, sum, scratch, piece);
      }
    }

    private void chooseSparse(Vectors v, int column, float times) {
      for (int entry = heads[column]; entry != END; entry = next[entry]) {
        terms.add(u[pairs[entry]], times * v.values()[entry]);
      }
    }
  }
}
