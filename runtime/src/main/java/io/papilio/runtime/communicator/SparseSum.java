package io.papilio.runtime.communicator;

import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.exec.DenseStore;
import io.papilio.runtime.exec.Kernels;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.exec.SparseStore;
import io.papilio.runtime.exec.Store;
import io.papilio.runtime.transport.Slice;

/**
 * The all-reduce of sparse vectors, in two operations:
 *
 * <pre>
 *   count   how many entries have all ranks together?
 *     |
 *     +-- few   sum up entries, by the schedule for as many elements
 *     +-- many  sum up whole arrays
 * </pre>
 *
 * The entries of all ranks may overlap or not, so the count is the most that a sum can have. Since
 * all ranks know it, all do the same. An entry is twice as long as an element and has to be merged,
 * but whole arrays have to be made and searched for entries: the two are even when there are about
 * as many entries as elements.
 */
final class SparseSum {
  private final SparseVector values;
  private final Selector selector;
  private final int size;

  SparseSum(SparseVector values, Selector selector, int size) {
    this.values = values;
    this.selector = selector;
    this.size = size;
  }

  /** How many entries there are in all. */
  Call<Long> count() {
    return new Count(best(1, Long.BYTES), values.length(), new long[] {values.entries()});
  }

  /** The sum itself, when it is known how many entries there are in all. */
  Call<SparseVector> sum(long total) {
    int length = values.length();
    if (total > length) {
      return new DenseSum(best(length, Float.BYTES), values.toDense());
    }
    int positions = positions(length, total);
    SparseStore store = new SparseStore(length, positions, values.packed());
    return new EntrySum(best(positions, Long.BYTES), length, positions, store);
  }

  /** About as many as entries, but one of few numbers: a price is soon found if it is known. */
  private static int positions(int length, long total) {
    return (int) Math.min(length, Math.max(1, Long.highestOneBit(total)));
  }

  private Algorithm best(int length, int elementBytes) {
    return selector.choose(Collective.Kind.ALL_REDUCE, size, length, elementBytes);
  }

  private static String describe(Algorithm algorithm, int length, String how, int size) {
    return "%s %s of a sparse vector of %d FLOAT over %d ranks, %s"
        .formatted(algorithm.collective(), algorithm.name(), length, size, how);
  }

  private record Count(Algorithm algorithm, int vectorLength, long[] total) implements Call<Long> {
    @Override
    public int length() {
      return 1;
    }

    @Override
    public String describe(int size) {
      return SparseSum.describe(algorithm, vectorLength, "counting entries", size);
    }

    @Override
    public Store store(Scratch spare) {
      return new DenseStore(Slice.of(total), Kernels::sum, spare);
    }

    @Override
    public Long finish(int rank, int size) {
      return total[0];
    }
  }

  private record EntrySum(Algorithm algorithm, int vectorLength, int length, SparseStore entries)
      implements Call<SparseVector> {
    @Override
    public String describe(int size) {
      return SparseSum.describe(algorithm, vectorLength, "adding entries", size);
    }

    @Override
    public Store store(Scratch spare) {
      return entries;
    }

    @Override
    public SparseVector finish(int rank, int size) {
      return SparseVector.of(vectorLength, entries.entries());
    }
  }

  private record DenseSum(Algorithm algorithm, float[] data) implements Call<SparseVector> {
    @Override
    public int length() {
      return data.length;
    }

    @Override
    public String describe(int size) {
      return SparseSum.describe(algorithm, data.length, "adding all elements", size);
    }

    @Override
    public Store store(Scratch spare) {
      return new DenseStore(Slice.of(data), Kernels::sum, spare);
    }

    @Override
    public SparseVector finish(int rank, int size) {
      return SparseVector.of(data);
    }
  }
}
