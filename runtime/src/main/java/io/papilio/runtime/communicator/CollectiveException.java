package io.papilio.runtime.communicator;

/**
 * An operation could not be completed because of a peer, the wire or a disagreement between ranks.
 * The communicator is then broken: its other operations fail too, later ones at once, and what is
 * in the arrays is undefined.
 */
public final class CollectiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int failedRank;

  /** {@code whereabouts} of the failed rank, or nothing; {@code where} in the work it happened. */
  CollectiveException(Failure failure, String whereabouts, String where) {
    super(failure.describe(whereabouts) + " (" + where + ")", failure.cause());
    this.failedRank = failure.rank();
  }

  /** The rank where the trouble began, or -1 if that one is not in this sub-group. */
  public int failedRank() {
    return failedRank;
  }

  /**
   * Why a communicator broke: the rank to blame, the reason, and the error here if there was one.
   */
  record Failure(int rank, String reason, Throwable cause) {

    static Failure of(int rank, String reason) {
      return new Failure(rank, reason, null);
    }

    String describe(String whereabouts) {
      String place = whereabouts.isEmpty() ? "" : " at " + whereabouts;
      return rank < 0 ? reason : "rank " + rank + place + ": " + reason;
    }
  }
}
