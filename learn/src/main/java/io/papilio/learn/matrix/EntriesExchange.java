package io.papilio.learn.matrix;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.SparseVector;
import java.util.Arrays;

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
  private final Communicator comm;
  private final MatrixStep matrix;
  private final int rows;
  private float[] sums = {}; // of the touched columns, one after the other
  private int[] columns = {};
  private final int[] places; // by column: its place among them
  private int count;

  EntriesExchange(Communicator comm, MatrixStep matrix) {
    this.comm = comm;
    this.matrix = matrix;
    this.rows = matrix.matrix().rows();
    this.places = new int[matrix.matrix().columns()];
  }

  @Override
  public void step(long step, Factors own) {
    matrix.take(comm.allReduce(entries(own)), step);
    matrix.finish(step);
  }

  private SparseVector entries(Factors own) {
    place(own.v());
    matrix.updates().apply(own, new Columns());
    int kept = 0;
    int[] indices = new int[count * rows];
    float[] values = new float[count * rows];
    for (int i = 0; i < count; i++) {
      for (int row = 0; row < rows; row++) {
        indices[kept] = columns[i] * rows + row;
        values[kept] = sums[i * rows + row];
        kept += values[kept] == 0 ? 0 : 1;
      }
    }
    int length = matrix.matrix().unsettled().length;
    return new SparseVector(length, Arrays.copyOf(indices, kept), Arrays.copyOf(values, kept));
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
    boolean[] touched = new boolean[places.length];
    for (int pair = 0; pair < v.size(); pair++) {
      if (v.isDense(pair)) {
        Arrays.fill(touched, true);
      } else {
        for (int i = v.start(pair); i < v.end(pair); i++) {
          touched[v.indices()[i]] = true;
        }
      }
    }
    count = 0;
    columns = columns.length == 0 ? new int[places.length] : columns;
    for (int column = 0; column < touched.length; column++) {
      if (touched[column]) {
        places[column] = count;
        columns[count++] = column;
      }
    }
    if (sums.length < count * rows) {
      sums = new float[count * rows];
    }
    Arrays.fill(sums, 0, count * rows, 0);
  }
}
