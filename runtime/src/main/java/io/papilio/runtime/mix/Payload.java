package io.papilio.runtime.mix;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/** What travels when workers mix, and how it is combined with what is here. */
public interface Payload {
  ElementType type();

  /** How many elements travel. */
  int length();

  /** Writes this worker's own state; between {@link #begin} and {@link #end} the one before. */
  void encode(Slice into);

  /** Begins a combination in which this worker's own state has the given share. */
  void begin(double ownShare);

  /** Adds what another worker sent; sources come in the order of their ranks. */
  void combine(Slice received, double share);

  /** Ends the combination: the state here is now the combined one. */
  void end();
}
