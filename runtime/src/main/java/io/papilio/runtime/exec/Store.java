package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Slice;

/** What a schedule works on: values that are read, replaced and combined by ranges of positions. */
public interface Store {
  /** What is in a range now, to be sent; the slice itself may be another's at the next call. */
  Slice read(Range range);

  /**
   * Elements that were read must stay as they are until {@link #endRound}, though values in their
   * range may be replaced before: where that would change them, lets the slice show a copy.
   */
  default void protect(Slice read) {}

  /**
   * What a peer has read, or a piece of it: {@code offset} elements of the same step came before,
   * and {@code more} come after.
   */
  void receive(Step step, int offset, Slice piece, boolean more);

  /** What was read is not needed any more. */
  default void endRound() {}
}
