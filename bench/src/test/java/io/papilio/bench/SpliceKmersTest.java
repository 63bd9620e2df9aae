package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpliceKmersTest {
  private static final String PADDING = "C".repeat(20);
  private static final String WINDOW = "ACGT".repeat(35) + "A";

  private static SparseRows read(String fasta) throws IOException {
    List<SparseRows> blocks = SpliceKmers.read(new StringReader(fasta));
    assertEquals(1, blocks.size());
    return blocks.get(0);
  }

  private static String sequence(int label, String letters) {
    return "> chr_num=1, strand=+, position=1, label=" + label + "\n" + letters + "\n";
  }

  @Test
  void shouldSeeOnlyTheMiddle() throws IOException {
    String other = "G".repeat(20);
    SparseRows rows =
        read(
            sequence(-1, PADDING + WINDOW + PADDING)
                + sequence(
                    1, other + WINDOW.substring(0, 70) + "\n" + WINDOW.substring(70) + other));
    assertEquals(2, rows.size());
    assertEquals(-1, rows.label(0));
    assertEquals(1, rows.label(1));
    int count = rows.end(0) - rows.start(0);
    assertEquals(count, rows.end(1) - rows.start(1));
    for (int i = 0; i < count; i++) {
      assertEquals(rows.indices()[i], rows.indices()[count + i]);
    }
  }

  @Test
  void shouldHaveAFeatureForEachWordAndPlace() throws IOException {
    SparseRows rows = read(sequence(1, WINDOW));
    int words = 0;
    for (int length = 1; length <= SpliceKmers.LONGEST; length++) {
      words += SpliceKmers.WINDOW + 1 - length;
    }
    assertTrue(rows.entries() > 0.99 * words && rows.entries() <= words, rows.toString());
    assertTrue(rows.features() <= 1 << SpliceKmers.BITS);
    double squares = 0;
    for (int i = 0; i < rows.entries(); i++) {
      squares += rows.values()[i] * rows.values()[i];
    }
    assertEquals(1, squares, 0.01);
  }

  @Test
  void shouldLeaveOutWordsWithUnknownLetters() throws IOException {
    SparseRows known = read(sequence(1, WINDOW));
    SparseRows unknown = read(sequence(1, "N" + WINDOW.substring(1)));
    assertEquals(SpliceKmers.LONGEST, known.entries() - unknown.entries(), 1);
  }

  @Test
  void shouldRejectWhatHasNoLabelOrIsTooShort() {
    assertThrows(IllegalArgumentException.class, () -> read("> x\n" + WINDOW));
    assertThrows(IllegalArgumentException.class, () -> read(sequence(1, "ACGT")));
  }
}
