package io.papilio.learn.data.format;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowsBuilder;
import java.util.Arrays;
import java.util.List;

/**
 * Adds products of features to a row.
 *
 * <pre>
 *   row        a: 3 5   b: 7        mark(0, 2, 'a'), mark(2, 3, 'b')
 *   with "ab"  a: 3 5   b: 7   and 3x7, 5x7, at hashes of their two indices
 * </pre>
 *
 * The hash of indices i and j is that of VW: (FNV prime * i) xor j.
 */
final class Interactions {
  private static final int FNV_PRIME = 16_777_619;

  private final List<String> pairs;
  private final int mask;
  private byte[] letters = new byte[256]; // of the row's entries

  Interactions(Features features) {
    if (!features.isHashed() && !features.interactions().isEmpty()) {
      throw new IllegalArgumentException("interactions are hashed: say to how many bits");
    }
    this.pairs = features.interactions();
    this.mask = features.mask();
  }

  /** Says with which letter the namespace begins that has these entries of the row. */
  void mark(int from, int to, byte letter) {
    if (pairs.isEmpty()) {
      return;
    }
    if (to > letters.length) {
      letters = Arrays.copyOf(letters, Math.max(to, 2 * letters.length));
    }
    Arrays.fill(letters, from, to, letter);
  }

  /** Crosses the features of a row that is all there, of a format without namespaces. */
  void addToAll(RowsBuilder row) {
    mark(0, row.entriesOfRow(), (byte) ' ');
    addTo(row);
  }

  /** Adds the products to a row of which all entries are there and marked. */
  void addTo(RowsBuilder row) {
    int entries = row.entriesOfRow();
    for (String pair : pairs) {
      byte first = (byte) pair.charAt(0);
      byte second = (byte) pair.charAt(1);
      for (int i = 0; i < entries; i++) {
        if (letters[i] == first) {
          cross(row, i, first == second ? i : 0, entries, second);
        }
      }
    }
  }

  private void cross(RowsBuilder row, int entry, int from, int to, byte letter) {
    int hash = FNV_PRIME * row.index(entry);
    float value = row.value(entry);
    for (int i = from; i < to; i++) {
      if (letters[i] == letter) {
        row.add((hash ^ row.index(i)) & mask, value * row.value(i));
      }
    }
  }
}
