package io.papilio.runtime.communicator;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.runtime.exec.DenseStore;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.exec.Store;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** An operation on the elements of an array, which can be made again on those of another. */
final class DenseCall implements Call<Void> {
  private final Algorithm algorithm;
  private final ElementType type;
  private final int length;
  private final Reduction reduction;
  private final Slice data = Slice.of(new byte[0]);
  private DenseStore store;

  DenseCall(Algorithm algorithm, ElementType type, int length, Reduction reduction) {
    this.algorithm = algorithm;
    this.type = type;
    this.length = length;
    this.reduction = reduction;
  }

  /** Returns the algorithm, which must be one of all-reduces. */
  static Algorithm allReducing(Algorithm algorithm) {
    if (algorithm.collective().kind() != Collective.Kind.ALL_REDUCE) {
      throw new IllegalArgumentException(algorithm.name() + " is a " + algorithm.collective());
    }
    return algorithm;
  }

  boolean isFor(Reduction otherReduction, ElementType otherType, int otherLength) {
    return reduction == otherReduction && type == otherType && length == otherLength;
  }

  /** From now on it is about these elements. */
  void hold(Slice elements) {
    data.aim(elements, 0, length);
    store.hold(data);
  }

  /** Or about this array. */
  void hold(Object array) {
    data.aim(type, array, length);
    store.hold(data);
  }

  /** And from now on about none. */
  void letGo() {
    data.aim(Slice.EMPTY, 0, 0);
    store.letGo();
  }

  @Override
  public Algorithm algorithm() {
    return algorithm;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public String describe(int size) {
    return "%s %s of %d %s by %s over %d ranks"
        .formatted(algorithm.collective(), algorithm.name(), length, type, reduction, size);
  }

  @Override
  public Store store(Scratch spare) {
    store = new DenseStore(reduction, spare);
    return store;
  }

  @Override
  public Void finish(int rank, int size) {
    if (reduction.isUnfinished()) {
      Collective collective = algorithm.collective();
      for (int owner = 0; owner < size; owner++) {
        if (collective.holdsAfter(rank, owner)) {
          Range part = Range.part(length, size, owner);
          reduction.finish(data.slice(part.from(), part.to()), size);
        }
      }
    }
    return null;
  }
}
