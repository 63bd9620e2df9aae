package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;

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
  private final int batch;
  private final int rank;
  private final long[] sizes; // rows of each worker, and the entries of all
  private final long iterations;

  private Batches(int batch, int rank, long[] sizes) {
    this.batch = batch;
    this.rank = rank;
    this.sizes = sizes;
    long largest = Arrays.stream(sizes, 0, sizes.length - 1).max().orElseThrow();
    this.iterations = (largest + batch - 1) / batch;
  }

  /** All workers call it, each with its own shard. */
  public static Batches agree(Communicator comm, Shard shard, int batch) {
    long[] sizes = new long[comm.size() + 1];
    sizes[comm.rank()] = shard.size();
    sizes[comm.size()] = shard.entries();
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
    for (long i = 0; i < shard.size(); i++) {
      sum += shard.block(i).weight(shard.row(i));
    }
    return comm.allReduce(sum, Reduction.SUM);
  }

  /** In how many rows of all workers each feature is. */
  public static int[] frequencies(Communicator comm, Shard shard, int features) {
    int[] counts = new int[features];
    for (long i = 0; i < shard.size(); i++) {
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
  public long iterations() {
    return iterations;
  }

  /** Of all workers. */
  public long rows() {
    return Arrays.stream(sizes, 0, sizes.length - 1).sum();
  }

  /** Of one worker. */
  public long rowsOf(int worker) {
    return sizes[worker];
  }

  /** Of all workers. */
  public long entries() {
    return sizes[sizes.length - 1];
  }

  /** How many rows all workers together have before an iteration of the epoch. */
  public long rowsBefore(long iteration) {
    long end = iteration * batch;
    long rows = 0;
    for (int i = 0; i < sizes.length - 1; i++) {
      rows += Math.min(end, sizes[i]);
    }
    return rows;
  }

  /** Where this worker's rows of an iteration begin; they end where those of the next begin. */
  public long start(long iteration) {
    return Math.min(iteration * batch, sizes[rank]);
  }

  /** Returns how many rows this worker has in an iteration at most. */
  public int most() {
    return (int) start(1);
  }
}
