package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Slice;

/** What a schedule works on: values that are read, replaced and combined by ranges of positions. */
public interface Store {
  /**
   * What is in a range now, to be sent. It must stay as it is until {@link #endRound}, though
   * values in the range may be replaced before ({@code changing}).
   */
  Slice read(Range range, boolean changing);

  /**
   * What a peer has read, or a piece of it: {@code offset} elements of the same step came before,
   * and {@code more} come after.
   */
  void receive(Step step, int offset, Slice piece, boolean more);

  /** What was read is not needed any more. */
  default void endRound() {}
}
