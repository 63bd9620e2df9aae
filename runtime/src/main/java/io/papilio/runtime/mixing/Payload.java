package io.papilio.runtime.mixing;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;

/**
 * What travels when workers mix, and how it is combined with what is here.
 *
 * <pre>
 *   encode   ...   begin   combine or stay, for each source in the order of ranks   end
 * </pre>
 */
public interface Payload {
  ElementType type();

  /** How many elements travel. */
  int length();

  /**
   * Whether {@link #combine} takes what another worker sent piece by piece, from wherever it lies;
   * else all of it comes at once, in an array.
   */
  default boolean takesPieces() {
    return false;
  }

  /**
   * Returns this worker's own state, to be sent: elements of its own, which stay as they are until
   * {@link #begin}, or the first ones of {@code room}, where it may write.
   *
   * @param room an array of full length, with anything in it
   */
  Slice encode(Slice room);

  /** Begins a combination in which this worker's own state has the given share. */
  void begin(double ownShare, int sources);

  /**
   * Adds elements that another worker sent.
   *
   * @param at where they begin in what was sent; 0 unless it comes in pieces, in order
   */
  void combine(int at, Slice elements, double share);

  /** Adds this worker's own state in place of a source that has sent nothing which can be used. */
  void stay(double share);

  /** Ends the combination: the state here is now the combined one. */
  void end();
}
