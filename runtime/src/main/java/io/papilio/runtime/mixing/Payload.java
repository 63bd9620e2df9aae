package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** What travels when workers mix, and how it is combined with what is here. */
public interface Payload {
  ElementType type();

  /** How many elements travel at most. */
  int length();

  /** Whether fewer may travel. */
  default boolean varies() {
    return false;
  }

  /**
   * Writes this worker's own state; between {@link #begin} and {@link #end} the one before. Returns
   * how many elements it wrote, from the first on; only these need to travel.
   */
  int encode(Slice into);

  /** Begins a combination in which this worker's own state has the given share. */
  void begin(double ownShare);

  /**
   * Adds what another worker sent; sources come in the order of their ranks. The slice is of full
   * length: it begins with what was written there, and anything may follow.
   */
  void combine(Slice received, double share);

  /** Ends the combination: the state here is now the combined one. */
  void end();
}
