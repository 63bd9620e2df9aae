package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Who has how many rows in which iteration of an epoch; all workers know it of all.
 *
 * <pre>
 *   batch 4        iteration 0     1     2
 *   worker 0, 9 rows     ••••  ••••  •
 *   worker 1, 6 rows     ••••  ••          takes part in iteration 2 as well
 *   rows                 8     6     1
 * </pre>
 */
public final class Batches {
  /** Fewer rows than this mostly fit a cache. */
  private static final int MANY = 4096;

  private static final int RUN = 16;
  private static final int PLACES = 16;

  private final int batch;
  private final int rank;
  private final long[] sizes; // rows of each worker, and the entries of all
  private final int iterations;

  private Batches(int batch, int rank, long[] sizes) {
    this.batch = batch;
    this.rank = rank;
    this.sizes = sizes;
    long largest = Arrays.stream(sizes, 0, sizes.length - 1).max().orElseThrow();
    this.iterations = (int) ((largest + batch - 1) / batch);
  }

  /** All workers call it, each with its own shard. */
  public static Batches agree(Communicator comm, Shard shard, int batch) {
    long[] sizes = new long[comm.size() + 1];
    sizes[comm.rank()] = shard.size();
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      sizes[comm.size()] += rows.end(row) - rows.start(row);
    }
    comm.allReduce(sizes, Reduction.SUM);
    return new Batches(batch, comm.rank(), sizes);
  }

  /** The same, for so many weights, the bias among them. */
  public static Batches agree(Communicator comm, Shard shard, int batch, int weights) {
    int features = shard.features();
    if (features > weights - 1) {
      throw new IllegalArgumentException(
          "%d features and a bias do not fit %d weights".formatted(features, weights));
    }
    return agree(comm, shard, batch);
  }

  /** How often the rows of all workers count, together. */
  public static double totalWeight(Communicator comm, Shard shard) {
    double sum = 0;
    for (int i = 0; i < shard.size(); i++) {
      sum += shard.block(i).weight(shard.row(i));
    }
    return comm.allReduce(sum, Reduction.SUM);
  }

  /** In how many rows of all workers each feature is. */
  public static int[] frequencies(Communicator comm, Shard shard, int features) {
    int[] counts = new int[features];
    for (int i = 0; i < shard.size(); i++) {
      SparseRows rows = shard.block(i);
      int row = shard.row(i);
      int[] indices = rows.indices();
      for (int entry = rows.start(row); entry < rows.end(row); entry++) {
        counts[indices[entry]]++;
      }
    }
    comm.allReduce(counts, Reduction.SUM);
    return counts;
  }

  /** Of an epoch, on every worker. */
  public int iterations() {
    return iterations;
  }

  /** Of all workers. */
  public long rows() {
    return Arrays.stream(sizes, 0, sizes.length - 1).sum();
  }

  /** Of one worker. */
  public int rowsOf(int worker) {
    return (int) sizes[worker];
  }

  /** Of all workers. */
  public long entries() {
    return sizes[sizes.length - 1];
  }

  /** How many rows all workers together have before an iteration of the epoch. */
  public long rowsBefore(int iteration) {
    long end = (long) iteration * batch;
    long rows = 0;
    for (int i = 0; i < sizes.length - 1; i++) {
      rows += Math.min(end, sizes[i]);
    }
    return rows;
  }

  /** Where this worker's rows of an iteration begin; they end where those of the next begin. */
  public int start(int iteration) {
    return (int) Math.min((long) iteration * batch, sizes[rank]);
  }

  /**
   * Returns the order in which a worker takes its rows in an epoch; it depends on nothing but this.
   *
   * <p>Few rows come in any order. Of many, which lie far apart in memory, that would cost more
   * than to learn them. These come in short runs of neighbours, from several random places in turn:
   *
   * <pre>
   *   rows    | 0 1 2 | 3 4 5 | 6 7 8 | 9 10 11 |
   *   runs      6 7 8   0 1 2                         two places, then two others
   *   order     6 0 7 1 8 2   ...
   * </pre>
   */
  public static int[] shuffled(int size, long seed, int rank, int epoch) {
    SplittableRandom random =
        new SplittableRandom(seed + rank * 0xD1342543DE82EF95L + epoch * 0x2545F4914F6CDD1DL);
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
