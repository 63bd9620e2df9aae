package io.papilio.learn.data.generate;

import java.util.SplittableRandom;

/**
 * Words by rank, their frequency that of language without its commonest words: proportional to 1 /
 * (rank + 20). Drawn from a table in constant time (Walker's alias method):
 *
 * <pre>
 *   slot            0      1      2        each as likely as the others; a slot is shared by
 *   up to share     0      1      2        its own word
 *   beyond          -      0      0        and one that is too frequent for a slot alone
 * </pre>
 *
 * Immutable: threads may share it.
 */
final class Zipf {
  /** So the first word is in about a third of all texts of 75 words. */
  private static final double SHIFT = 20;

  private final double[] shares;
  private final int[] others;
  private final double total;

  Zipf(int size) {
    shares = new double[size];
    others = new int[size];
    double sum = 0;
    for (int rank = size - 1; rank >= 0; rank--) {
      sum += 1 / (rank + 1 + SHIFT);
    }
    total = sum;
    for (int rank = 0; rank < size; rank++) {
      shares[rank] = probability(rank) * size;
      others[rank] = rank;
    }
    // Shares fall with the rank: large ones are taken from the front, small ones from the back.
    int large = 0;
    for (int small = size - 1; small > large; small--) {
      int at = small;
      while (shares[at] < 1 && large < small) {
        others[at] = large;
        shares[large] -= 1 - shares[at];
        if (shares[large] >= 1) {
          break;
        }
        at = large++; // itself in need of another one now
      }
    }
  }

  double probability(int rank) {
    return 1 / (rank + 1 + SHIFT) / total;
  }

  int draw(SplittableRandom random) {
    double place = Draws.unit(random) * shares.length;
    int slot = (int) place;
    return place - slot < shares[slot] ? slot : others[slot];
  }
}
