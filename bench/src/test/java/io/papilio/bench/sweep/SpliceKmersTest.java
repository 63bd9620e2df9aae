package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpliceKmersTest {
  private static final String PADDING = "C".repeat(20);
  private static final String WINDOW = "ACGT".repeat(35) + "A";

  private static List<String> rows(String fasta) throws IOException {
    StringWriter out = new StringWriter();
    SpliceKmers.write(new StringReader(fasta), out);
    return out.toString().lines().toList();
  }

  private static String sequence(int label, String letters) {
    return "> chr_num=1, strand=+, position=1, label=" + label + "\n" + letters + "\n";
  }

  @Test
  void shouldSeeOnlyTheMiddle() throws IOException {
    String other = "G".repeat(20);
    String halves = WINDOW.substring(0, 70) + "\n" + WINDOW.substring(70);
    List<String> rows =
        rows(sequence(-1, PADDING + WINDOW + PADDING) + sequence(1, other + halves + other));
    assertEquals(2, rows.size());
    assertTrue(rows.get(0).startsWith("-1 | 0A:"), rows.get(0));
    assertEquals(rows.get(0).substring(2), rows.get(1).substring(1));
  }

  @Test
  void shouldHaveAFeatureForEachWordAndPlace() throws IOException {
    List<String> words = List.of(rows(sequence(1, WINDOW)).get(0).split(" "));
    int expected = 0;
    for (int length = 1; length <= SpliceKmers.LONGEST; length++) {
      expected += SpliceKmers.WINDOW + 1 - length;
    }
    List<String> features = words.subList(2, words.size());
    assertEquals(expected, features.size());
    assertTrue(features.stream().anyMatch(word -> word.startsWith("1CGT:")));
    double squares =
        features.stream()
            .mapToDouble(word -> Double.parseDouble(word.substring(word.indexOf(':') + 1)))
            .map(value -> value * value)
            .sum();
    assertEquals(1, squares, 1e-5);
  }

  @Test
  void shouldLeaveOutWordsWithUnknownLetters() throws IOException {
    int known = rows(sequence(1, WINDOW)).get(0).split(" ").length;
    int unknown = rows(sequence(1, "N" + WINDOW.substring(1))).get(0).split(" ").length;
    assertEquals(SpliceKmers.LONGEST, known - unknown);
  }

  @Test
  void shouldRejectWhatHasNoLabelOrIsTooShort() {
    assertThrows(IllegalArgumentException.class, () -> rows("> x\n" + WINDOW));
    assertThrows(IllegalArgumentException.class, () -> rows(sequence(1, "ACGT")));
  }
}
