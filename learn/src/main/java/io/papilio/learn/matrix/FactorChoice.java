package io.papilio.learn.matrix;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Collective;

/**
 * What an iteration costs, by what travels: a pure function.
 *
 * <pre>
 *                bytes sent by a worker                work of a worker, in multiply-adds
 *   factors      (P − 1) · 4 K (J + D)                 P K J D                      dense v
 *                (P − 1) · 4 K (J + 2 n)               P K J n                      n entries in v
 *   sparse       8 J c(K) · log2 P, growing            K J n, merging of entries
 *   dense        as the all-reduce of J D floats       K J n, three passes over J D
 *
 *   c(K)   columns that K rows touch together: D (1 − (1 − n/D)^K)
 * </pre>
 *
 * Where workers share cores their work queues.
 */
public record FactorChoice(int pairs, int rows, int columns, double entries, int workers) {
  public enum Kind {
    FACTORS,
    SPARSE,
    DENSE
  }

  /** A multiply-add of the kernel: 0.055 with vector instructions by hand, 0.13 by plain loops. */
  private static final double NANOS_PER_PRODUCT = 0.08;

  // to look an entry of a v up: more than its products if rows are few
  private static final double NANOS_PER_TERM = 10;
  // to begin with a column and to end with it: places that no cache has foretold; of a matrix that
  // lies in memory
  private static final double NANOS_PER_COLUMN = 40;
  private static final double NANOS_PER_FAR_COLUMN = 150;
  private static final double NEAR_BYTES = 4e6;
  // to read a float and write it: in a core's own cache, and in memory; on a line between these
  // sizes, both scales logarithmic: 0.13 of 4 MB
  private static final double NANOS_PER_OWN_FLOAT = 0.04;
  private static final double NANOS_PER_FAR_FLOAT = 0.42;
  private static final double OWN_BYTES = 4e5;
  private static final double FAR_BYTES = 4e7;
  // to merge an entry with those of another: branches that cannot be foretold; 5 to 8
  private static final double NANOS_PER_ENTRY = 6;
  // to broadcast a batch however small: it is encoded, queued, gated and decoded
  private static final double NANOS_PER_CAST = 15_000;
  private static final int FLOAT_BYTES = 4;
  private static final int ENTRY_BYTES = 8;

  /**
   * @param pairs of a worker's batch: K
   * @param rows J
   * @param columns D
   * @param entries of a v, on average
   * @param workers P
   */
  public FactorChoice {
    if (pairs < 1 || rows < 1 || columns < 1 || workers < 1 || !(entries >= 0)) {
      throw new IllegalArgumentException(
          "%d pairs for %d x %d, %s entries, %d workers"
              .formatted(pairs, rows, columns, entries, workers));
    }
  }

  /** Returns the cheapest; of equal ones the first of {@link Kind}. */
  public Kind cheapest(LinkModel link) {
    Kind best = Kind.FACTORS;
    for (Kind kind : Kind.values()) {
      best = nanos(kind, link) < nanos(best, link) ? kind : best;
    }
    return best;
  }

  /** Returns what an iteration costs beyond the computing of the factors. */
  public double nanos(Kind kind, LinkModel link) {
    return switch (kind) {
      case FACTORS -> factors(link);
      case SPARSE -> sparse(link);
      case DENSE -> dense(link);
    };
  }

  /** Returns the payload of one worker's factors, without the header. */
  public double factorBytes() {
    return (double) FLOAT_BYTES * pairs * (rows + (isDense() ? columns : 2 * entries));
  }

  private double factors(LinkModel link) {
    double bytes = (workers - 1) * factorBytes();
    double floats = Math.min(columns, workers * touched(1)) * rows; // of memory, at least
    double work = Math.max(products(workers), pass(floats));
    if (workers == 1) {
      return work;
    }
    return link.latencyNanos(workers)
        + (workers - 1) * wake(link)
        + bytes * link.betaNanosPerByte()
        + queue(link) * (NANOS_PER_CAST + work + copies(bytes, link));
  }

  private double sparse(LinkModel link) {
    double sent = 0;
    double rounds = 0;
    for (int together = 1; together < workers; together *= 2) {
      sent += ENTRY_BYTES * rows * touched(together);
      rounds++;
    }
    double entriesOfAll = rows * touched(workers);
    double merging = NANOS_PER_ENTRY * (sent / ENTRY_BYTES + entriesOfAll);
    return rounds * (link.latencyNanos(workers) + wake(link))
        + sent * link.betaNanosPerByte()
        + queue(link) * (products(1) + merging + copies(sent, link));
  }

  private double dense(LinkModel link) {
    int length = Matrix.length(rows, columns);
    double reduce =
        workers == 1
            ? 0
            : new Selector(link)
                .prices(Collective.Kind.ALL_REDUCE, workers, length, FLOAT_BYTES)
                .get(0)
                .price()
                .totalNanos();
    return reduce + queue(link) * (products(1) + 3 * pass(length)); // fill, write, apply
  }

  /** The outer products of the batches of so many workers, added to the columns they touch. */
  private double products(int batches) {
    double terms = batches * pairs * entries;
    return terms * (NANOS_PER_PRODUCT * rows + NANOS_PER_TERM)
        + touched(batches)
            * (isDense() || bytes() <= NEAR_BYTES ? NANOS_PER_COLUMN : NANOS_PER_FAR_COLUMN);
  }

  private double pass(double floats) {
    double way = Math.log(bytes() / OWN_BYTES) / Math.log(FAR_BYTES / OWN_BYTES);
    double times = NANOS_PER_FAR_FLOAT / NANOS_PER_OWN_FLOAT;
    return floats * NANOS_PER_OWN_FLOAT * Math.pow(times, Math.min(1, Math.max(0, way)));
  }

  private double bytes() {
    return (double) FLOAT_BYTES * rows * columns;
  }

  /** Whether a v is kept with its zeros, as {@link Vectors} do: columns follow each other. */
  private boolean isDense() {
    return 2 * entries > columns;
  }

  private double touched(int batches) {
    double density = Math.min(1, entries / columns);
    return columns * (1 - Math.pow(1 - density, (double) pairs * batches));
  }

  /** Each byte is worked on by its sender and by its receiver, and is near: factors are short. */
  private static double copies(double bytes, LinkModel link) {
    return 2 * bytes * link.zetaNanosPerByte();
  }

  private double wake(LinkModel link) {
    return workers > link.cores().count() ? link.cores().wakeNanos() : 0;
  }

  private double queue(LinkModel link) {
    return Math.max(1, (double) workers / link.cores().count());
  }
}
