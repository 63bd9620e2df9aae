package io.papilio.learn.data;

import java.util.function.UnaryOperator;

/**
 * Some of the rows of a worker, which are in memory, as {@link SparseRows} are, or can be read
 * whenever they are needed. How many they are is known without reading.
 */
public interface RowBlock extends AutoCloseable {
  int size();

  int entries();

  /** Returns one more than the largest index of a feature. */
  int features();

  /** Returns the rows; what is read for it is gone when the caller forgets it. */
  SparseRows rows();

  /** Returns the rows after a change that leaves their number and entries as they are. */
  default RowBlock map(UnaryOperator<SparseRows> change) {
    return new ChangedBlock(this, change, size(), entries(), features());
  }

  /** Returns the rows that are left of them by a change; they are read once to count them. */
  default RowBlock filter(UnaryOperator<SparseRows> change) {
    SparseRows left = change.apply(rows());
    return new ChangedBlock(this, change, left.size(), left.entries(), left.features());
  }

  /** Lets go of the file from which the rows were read, if there is one. */
  @Override
  default void close() {}

  /** Returns how many bytes of memory rows with these entries take. */
  static long bytes(int rows, long entries) {
    return 2L * Integer.BYTES * (entries + rows);
  }
}
