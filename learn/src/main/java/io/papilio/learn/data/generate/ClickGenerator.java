package io.papilio.learn.data.generate;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Showings of advertisements, of which few are clicked at. Each has a value in 15 fields, some with
 * two values, some with many thousands (the commonest come all the time, most of the others never);
 * the features are the values, all pairs of them and five triples, hashed.
 *
 * <pre>
 *   page 17, hour 3, ad 405   ->   page=17   hour=3   ad=405   page=17,hour=3   page=17,ad=405 ...
 *                                     |        |        |            |               |
 *                                  hashed to 2^bits features of value 1, some 125 a row
 * </pre>
 *
 * Labels: +1 is a click, −1 none; a click follows a logistic of weights that all values, some pairs
 * and no triples have.
 */
public final class ClickGenerator implements Generator {
  public static final int BITS = 20;

  public static final double CLICKS = 0.03;

  private static final int[] FIELDS = {
    2, 3, 5, 8, 12, 24, 40, 75, 150, 300, 700, 1_500, 5_000, 20_000, 100_000
  };

  /** So that chances of most rows lie within a factor of three around the mean. */
  private static final double SINGLE_WEIGHT = 0.7;

  private static final double PAIR_WEIGHT = 0.5;
  // one in so many pairs of fields matters beyond its singles
  private static final int PAIRS_THAT_MATTER = 4;
  private static final int CALIBRATION_ROWS = 4096;

  private final long seed;
  private final int bits;
  private final double bias;
  private final double[] logs = new double[FIELDS.length];

  public ClickGenerator(long seed) {
    this(seed, BITS, CLICKS);
  }

  /** With 2^bits features, of which {@code clicks} is the share of rows with label +1. */
  public ClickGenerator(long seed, int bits, double clicks) {
    if (bits < 1 || bits > 30 || !(clicks > 0 && clicks < 1)) {
      throw new IllegalArgumentException("%d bits, clicks %s".formatted(bits, clicks));
    }
    this.seed = seed;
    this.bits = bits;
    for (int field = 0; field < FIELDS.length; field++) {
      logs[field] = StrictMath.log(FIELDS[field] + 1);
    }
    this.bias = bias(clicks);
  }

  @Override
  public int features() {
    return 1 << bits;
  }

  @Override
  public SparseRows rows(long from, int count) {
    Showing showing = new Showing();
    return Draws.rows(
        seed,
        from,
        count,
        (random, row) -> {
          double margin = bias + showing.draw(random);
          showing.addTo(row);
          return Draws.unit(random) < Draws.logistic(margin) ? 1 : -1;
        });
  }

  /** With it, that share of rows is clicked at on average: found by halving. */
  private double bias(double clicks) {
    SplittableRandom random = Draws.ofAll(seed);
    Showing showing = new Showing();
    double[] margins = new double[CALIBRATION_ROWS];
    for (int i = 0; i < margins.length; i++) {
      margins[i] = showing.draw(random);
    }
    double low = -50;
    double high = 50;
    for (int i = 0; i < 40; i++) {
      double middle = (low + high) / 2;
      double sum = 0;
      for (double margin : margins) {
        sum += Draws.logistic(middle + margin);
      }
      if (sum < clicks * margins.length) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private final class Showing {
    private final int[] values = new int[FIELDS.length];
    private final int[] hashed = new int[128];
    private int size;

    double draw(SplittableRandom random) {
      for (int field = 0; field < values.length; field++) {
        // Logarithms of values are uniform, so value v comes about as often as 1 / (v + 1).
        values[field] = (int) StrictMath.exp(logs[field] * Draws.unit(random)) - 1;
        values[field] = Math.min(values[field], FIELDS[field] - 1);
      }
      size = 0;
      double margin = 0;
      for (int a = 0; a < values.length; a++) {
        long single = hash(Draws.mix(seed), a);
        margin += SINGLE_WEIGHT * weight(single);
        add(single);
        for (int b = a + 1; b < values.length; b++) {
          long pair = hash(single, b);
          margin += (a + b) % PAIRS_THAT_MATTER == 0 ? PAIR_WEIGHT * weight(pair) : 0;
          add(pair);
        }
      }
      for (int a = 0; a + 2 < values.length; a += 3) {
        add(hash(hash(hash(Draws.mix(seed), a), a + 1), a + 2));
      }
      return margin;
    }

    /** As entries of the row under way; features that collide become one. */
    void addTo(RowsBuilder rows) {
      Arrays.sort(hashed, 0, size);
      for (int i = 0; i < size; i++) {
        if (i == 0 || hashed[i] != hashed[i - 1]) {
          rows.add(hashed[i], 1);
        }
      }
    }

    private long hash(long before, int field) {
      return Draws.mix(before + ((long) field << 32 | values[field]));
    }

    /** Between −1 and 1. */
    private double weight(long hash) {
      return 2 * Draws.unit(Draws.mix(hash)) - 1;
    }

    private void add(long hash) {
      hashed[size++] = (int) (hash >>> 64 - bits);
    }
  }
}
