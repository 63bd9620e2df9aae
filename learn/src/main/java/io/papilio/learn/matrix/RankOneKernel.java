package io.papilio.learn.matrix;

import io.papilio.core.schedule.Range;

/**
 * The loops over W with vector instructions made by hand: sums stay in registers while all pairs
 * are added, so that W is read once and written once.
 *
 * <p>Products are added to an element one after the other, in the order of the pairs, each rounded
 * on its own: whatever is done at once, here or in {@link Terms}, the bits are the same.
 */
interface RankOneKernel {
  /** How many columns {@link #addPanel} takes at once. */
  int COLUMNS = 8;

  /** How many rows of a pair lie together in a {@link Panel}. */
  int height();

  /** Adds some pairs to the rows of a piece, in the column that begins at {@code at}. */
  void add(float[] w, int at, Terms terms, Range piece);

  /**
   * Adds all pairs of a panel in {@link #COLUMNS} columns, the first of which begins at {@code at}.
   *
   * @param factors those of a pair for each column, pair after pair
   * @param piece begins at a multiple of the panel's height, and ends at one or after all rows
   */
  void addPanel(float[] w, int at, Panel panel, float[] factors, Range piece);

  /**
   * The u of pairs whose v are dense, in the order in which they are read: one stream of memory.
   *
   * <pre>
   *   u0 | a b c d e |                a b  p q | c d  r s | e -  t -
   *   u1 | p q r s t |     height 2   rows 0-1   rows 2-3   row 4
   * </pre>
   */
  record Panel(float[] values, int rows, int pairs) {
    static int length(int rows, int pairs, int height) {
      return Math.multiplyExact(pairs, (rows + height - 1) / height * height);
    }

    void put(int pair, float[] u, int height) {
      for (int row = 0; row < rows; row += height) {
        int at = row * pairs + pair * height;
        System.arraycopy(u, row, values, at, Math.min(height, rows - row));
      }
    }
  }
}
