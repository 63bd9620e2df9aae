package io.papilio.runtime.exec;

import io.papilio.runtime.transport.Slice;

/** What a peer sends in pieces, put together in an array that is kept for what comes next. */
public final class Pieces {
  /** The JDK promises no longer array. */
  public static final int MOST = Integer.MAX_VALUE - 8;

  private Slice space = Slice.EMPTY;

  /**
   * Adds a piece to the {@code offset} elements that came before it; returns all so far, to be used
   * before the next one comes.
   */
  public Slice add(int offset, Slice piece) {
    long end = (long) offset + piece.length();
    if (end > MOST) {
      throw new IllegalStateException(
          "%d x %s are more than fit into an array".formatted(end, piece.type()));
    }
    if (end > space.length() || piece.type() != space.type()) {
      Slice larger = Slice.allocate(piece.type(), grown((int) end));
      if (offset > 0) {
        space.slice(0, offset).copyTo(larger.slice(0, offset));
      }
      space = larger;
    }
    piece.copyTo(space.slice(offset, (int) end));
    return space.slice(0, (int) end);
  }

  /** By halves, so that many small pieces are not copied again and again. */
  private int grown(int end) {
    return (int) Math.min(MOST, Math.max(end, space.length() * 3L / 2));
  }
}
