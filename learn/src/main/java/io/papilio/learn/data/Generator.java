package io.papilio.learn.data;

/**
 * Makes examples up, as many as one likes. A row is a function of the seed and its number alone:
 * the same bits on every machine, in whichever pieces and by however many threads it is asked for.
 *
 * <pre>
 *   rows(0, 5)                0 1 2 3 4
 *   rows(0, 2) rows(2, 3)     0 1 | 2 3 4       the same
 * </pre>
 */
public interface Generator {
  /** Returns the rows {@code from} (inclusive) to {@code from + count} (exclusive). */
  SparseRows rows(long from, int count);

  /** Returns one more than the largest index that a row may have. */
  int features();
}
