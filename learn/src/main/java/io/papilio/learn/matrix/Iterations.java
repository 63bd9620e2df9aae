package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Reduction;
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
record Iterations(int batch, int rank, long[] sizes, int count) {

  /**
   * All workers call it, each with its own shard.
   *
   * @throws IllegalArgumentException if they have matrices or batches of different size
   */
  static Iterations agree(Communicator comm, Shard shard, int batch, FactorModel model) {
    long[] mine = {model.rows(), model.columns(), batch};
    long[] least = mine.clone();
    long[] most = mine.clone();
    comm.allReduce(least, Reduction.MIN);
    comm.allReduce(most, Reduction.MAX);
    if (!Arrays.equals(least, most)) {
      throw new IllegalArgumentException(
          "worker %d has a matrix of %d x %d and batches of %d, others have %s to %s"
              .formatted(
                  comm.rank(),
                  mine[0],
                  mine[1],
                  batch,
                  Arrays.toString(least),
                  Arrays.toString(most)));
    }
    long[] sizes = new long[comm.size()];
    sizes[comm.rank()] = shard.size();
    comm.allReduce(sizes, Reduction.SUM);
    long largest = Arrays.stream(sizes).max().orElseThrow();
    return new Iterations(batch, comm.rank(), sizes, (int) ((largest + batch - 1) / batch));
  }

  /** Of all workers. */
  long rows() {
    return Arrays.stream(sizes).sum();
  }

  /** How many rows all workers together have before an iteration of the epoch. */
  long rowsBefore(int iteration) {
    long end = (long) iteration * batch;
    return Arrays.stream(sizes).map(size -> Math.min(end, size)).sum();
  }

  /** How many they have in a step; the first is 1, and epochs follow each other. */
  long rowsOfStep(long step) {
    int iteration = (int) ((step - 1) % count);
    return Math.max(1, rowsBefore(iteration + 1) - rowsBefore(iteration));
  }

  /** Where this worker's rows of an iteration begin; they end where those of the next begin. */
  int start(int iteration) {
    return (int) Math.min((long) iteration * batch, sizes[rank]);
  }

  /** The order in which a worker takes its rows in an epoch: depends on nothing but this. */
  static int[] shuffled(int size, long seed, int rank, int epoch) {
    SplittableRandom random =
        new SplittableRandom(seed + rank * 0xD1342543DE82EF95L + epoch * 0x2545F4914F6CDD1DL);
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }
}
