package io.papilio.runtime.comm;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.runtime.exec.DenseStore;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.exec.Store;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** An operation on the elements of an array. */
record DenseCall(Algorithm algorithm, Slice data, Reduction reduction) implements Call<Void> {

  @Override
  public int length() {
    return data.length();
  }

  @Override
  public String describe(int size) {
    ElementType type = data.type();
    return "%s %s of %d %s by %s over %d ranks"
        .formatted(algorithm.collective(), algorithm.name(), data.length(), type, reduction, size);
  }

  @Override
  public Store store(Scratch spare) {
    return new DenseStore(data, reduction, spare);
  }

  @Override
  public Void finish(int rank, int size) {
    Collective collective = algorithm.collective();
    for (int owner = 0; owner < size; owner++) {
      if (collective.holdsAfter(rank, owner)) {
        Range part = Range.part(data.length(), size, owner);
        reduction.finish(data.slice(part.from(), part.to()), size);
      }
    }
    return null;
  }
}
