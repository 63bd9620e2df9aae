package io.papilio.runtime.transport.process;

/**
 * Whether a peer is heard on a link. A network may swallow what it is given without a word, and
 * then no error ever comes; so both sides say something at least at every beat, and wonder about a
 * peer that says nothing for {@value #MOST_SILENT} of them. Beats are this process's own: what it
 * slept through is no silence of the peer.
 */
final class SignsOfLife {
  static final int MOST_SILENT = 10;

  private boolean heard;
  private boolean said;
  private int silentBeats;

  /** Something has come, or not; returns the same. */
  boolean heard(boolean any) {
    heard |= any;
    return any;
  }

  /** Something has left, or not; returns the same. */
  boolean said(boolean any) {
    said |= any;
    return any;
  }

  /**
   * At each beat: whether the peer has been silent for too long. What is not read for want of room
   * is not missed.
   */
  boolean isSilent(boolean listens) {
    silentBeats = heard || !listens ? 0 : silentBeats + 1;
    heard = false;
    return silentBeats > MOST_SILENT;
  }

  /** At each beat: whether it is time to say something. */
  boolean mustSpeak() {
    boolean must = !said;
    said = false;
    return must;
  }
}
