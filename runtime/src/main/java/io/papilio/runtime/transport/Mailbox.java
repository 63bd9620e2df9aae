package io.papilio.runtime.transport;

/**
 * Where one node keeps the newest value that one other node has put there. A put overwrites what is
 * there, whether it was read or not, and asks nobody: a reader must be ready for old, missing and
 * half-written values.
 *
 * <pre>
 *   | version | elements ... | version |      written from left to right, read from right to left
 * </pre>
 *
 * If both versions are equal, the elements belong together.
 */
public interface Mailbox {
  /** Returned by {@link #read} before the first put has arrived. */
  long EMPTY = 0;

  /** Returned by {@link #read} when a put was under way: the elements read are of no use. */
  long TORN = -1;

  /**
   * Copies the elements; returns the version they were put with, {@link #EMPTY} or {@link #TORN}.
   */
  long read(Slice into);
}
