package io.papilio.runtime.comm;

import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** What a caller asks for: an operation, how to do it, and on what. All ranks must ask the same. */
record Call(Algorithm algorithm, Slice data, Reduction reduction) {

  /** What must be the same on all ranks, in words. */
  String describe(int size) {
    ElementType type = data.type();
    return "%s %s of %d %s by %s over %d ranks"
        .formatted(algorithm.collective(), algorithm.name(), data.length(), type, reduction, size);
  }

  /** The last thing to do, where the combined values are. */
  void finish(int rank, int size) {
    Collective collective = algorithm.collective();
    for (int owner = 0; owner < size; owner++) {
      if (collective.holdsAfter(rank, owner)) {
        Range part = Range.part(data.length(), size, owner);
        reduction.finish(data.slice(part.from(), part.to()), size);
      }
    }
  }

  /** A {@link #describe description} as a number, to be compared by peers: FNV-1a. */
  static long digest(String description) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < description.length(); i++) {
      hash = (hash ^ description.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
