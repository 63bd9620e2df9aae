package io.papilio.core.schedule;

/**
 * One transfer of a {@link Round}, seen from one rank: send a range to a peer, or receive a range
 * from a peer and either add it to what is here or put it in its place.
 *
 * <p>A step with an empty range still is a message: it carries no elements, but it tells the
 * receiver that the sender has come this far. A barrier is made of nothing else.
 */
public record Step(Kind kind, int peer, Range range) {

  public enum Kind {
    /** Send the range as it was when the round began. */
    SEND,
    /** Receive the range and combine it with the elements here. */
    REDUCE,
    /** Receive the range and overwrite the elements here. */
    COPY
  }

  public static Step send(int peer, Range range) {
    return new Step(Kind.SEND, peer, range);
  }

  public static Step reduce(int peer, Range range) {
    return new Step(Kind.REDUCE, peer, range);
  }

  public static Step copy(int peer, Range range) {
    return new Step(Kind.COPY, peer, range);
  }

  /** Returns the step that undoes its way: what was sent comes back, what came is sent back. */
  Step backwards() {
    return isSend() ? copy(peer, range) : send(peer, range);
  }

  public boolean isSend() {
    return kind == Kind.SEND;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case SEND -> range + " -> " + peer;
      case REDUCE -> range + " += " + peer;
      case COPY -> range + " <- " + peer;
    };
  }
}
