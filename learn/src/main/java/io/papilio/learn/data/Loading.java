package io.papilio.learn.data;

/** Hears how a worker loads its rows, on the thread that loads them. */
@FunctionalInterface
public interface Loading {
  /** A listener that ignores everything. */
  Loading QUIET = note -> {};

  /** Hears of something that the user should know, in a sentence. */
  void onNote(String note);

  /** Hears that a block of rows is there; an exception from here ends the loading. */
  default void onBlock() {}
}
