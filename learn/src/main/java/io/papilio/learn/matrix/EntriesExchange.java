package io.papilio.learn.matrix;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.SparseAllReduce;
import java.util.Arrays;
import java.util.BitSet;

/**
 * All-reduce of the entries of the gradient matrix that are not zero: the columns that some v of
 * this worker touches, J entries each.
 *
 * <pre>
 *   worker 0   | . # . . # |
 *   worker 1   | . # # . . |      ->      | . # # . # |   on both
 * </pre>
 */
final class EntriesExchange implements Exchange {
  private final MatrixStep matrix;
  private final int rows;
  private final SparseAllReduce entries;
  private float[] sums = {}; // of the touched columns, one after the other
  private final BitSet touched = new BitSet();
  private final int[] columns;
  private final int[] places; // by column: its place among them
  private int count;

  EntriesExchange(Communicator comm, MatrixStep matrix) {
    this.matrix = matrix;
    this.rows = matrix.matrix().rows();
    this.entries = comm.sparseAllReduce(matrix.matrix().unsettled().length);
    this.columns = new int[matrix.matrix().columns()];
    this.places = new int[columns.length];
  }

  @Override
  public void step(long step, Factors own) {
    place(own.v());
    matrix.updates().apply(own, new Columns());
    entries.clear();
    for (int i = 0; i < count; i++) {
      for (int row = 0; row < rows; row++) {
        float sum = sums[i * rows + row];
        if (sum != 0) {
          entries.add(columns[i] * rows + row, sum);
        }
      }
    }
    entries.run();
    matrix.take(entries, step);
    matrix.finish(step);
  }

  private final class Columns implements RankOneUpdates.InPlace {
    @Override
    public float[] values() {
      return sums;
    }

    @Override
    public int at(int column) {
      return places[column] * rows;
    }
  }

  /** Touched columns in growing order, and the place of each; their sums are 0. */
  private void place(Vectors v) {
    touched.clear();
    for (int pair = 0; pair < v.size(); pair++) {
      if (v.isDense(pair)) {
        touched.set(0, places.length);
      } else {
        for (int i = v.start(pair); i < v.end(pair); i++) {
          touched.set(v.indices()[i]);
        }
      }
    }
    count = 0;
    for (int next = touched.nextSetBit(0); next >= 0; next = touched.nextSetBit(next + 1)) {
      places[next] = count;
      columns[count++] = next;
    }
    if (sums.length < count * rows) {
      sums = new float[count * rows];
    }
    Arrays.fill(sums, 0, count * rows, 0);
  }
}
