package io.papilio.runtime.communicator;

import io.papilio.core.schedule.Algorithm;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.exec.Store;

/**
 * What a caller asks for: an operation, how to do it, and on what. All ranks must ask the same.
 *
 * @param <T> what comes of it
 */
interface Call<T> {
  Algorithm algorithm();

  /** How many positions the schedule divides. */
  int length();

  /** What must be the same on all ranks, in words. */
  String describe(int size);

  /** What the schedule works on. */
  Store store(Scratch spare);

  /** The last thing to do, where the combined values are; returns what comes of the call. */
  T finish(int rank, int size);

  /** A {@link #describe description} as a number, to be compared by peers: FNV-1a. */
  static long digest(String description) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < description.length(); i++) {
      hash = (hash ^ description.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
