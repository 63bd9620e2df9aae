package io.papilio.runtime.communicator;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.exec.Entries;
import io.papilio.runtime.exec.EntryStore;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.exec.Store;

/**
 * A sum of sparse vectors that is made again and again, as gradients are: nothing is counted first,
 * and once it is warm nothing is allocated.
 *
 * <pre>
 *   clear   add  add  add ...   run   index(0) value(0)  index(1) value(1) ...
 * </pre>
 *
 * Entries go by the butterfly, which has the fewest rounds: it is for few of them. Where they are
 * many, {@link Communicator#allReduce(float[], Reduction)} is faster.
 */
public final class SparseAllReduce {
  private final Context context;
  private final EntryStore entries;
  private final Operation<Void> operation;

  SparseAllReduce(CollectiveProtocol protocol, Context context, int length) {
    this.context = context;
    this.entries = new EntryStore(length);
    this.operation = new Operation<>(new Sum(length, entries), protocol);
  }

  private record Sum(int vectorLength, EntryStore entries) implements Call<Void> {
    @Override
    public Algorithm algorithm() {
      return Algorithms.named(Collective.Kind.ALL_REDUCE, "butterfly");
    }

    @Override
    public int length() {
      return 1;
    }

    @Override
    public String describe(int size) {
      return "all-reduce of the entries of a vector of %d FLOAT over %d ranks"
          .formatted(vectorLength, size);
    }

    @Override
    public Store store(Scratch spare) {
      return entries;
    }

    @Override
    public Void finish(int rank, int size) {
      return null;
    }
  }

  /** Begins a vector without entries. */
  public void clear() {
    entries.clear();
  }

  /** Adds an entry, whose index is larger than those of all before it. */
  public void add(int index, float value) {
    entries.add(index, value);
  }

  /** Adds up the vectors of all ranks, which call it together: all have the same sum then. */
  public void run() {
    context.await(operation);
    operation.reset();
  }

  /** Returns how many entries there are; some of a sum may be zero. */
  public int size() {
    return entries.size();
  }

  public int index(int entry) {
    return Entries.index(entries.entry(entry));
  }

  public float value(int entry) {
    return Entries.value(entries.entry(entry));
  }
}
