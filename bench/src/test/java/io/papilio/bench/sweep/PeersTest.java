package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs in Python that make files and judge models. */
@Timeout(60)
class PeersTest {
  private static final Path PEERS = Path.of("peers").toAbsolutePath();

  @TempDir private Path folder;

  @BeforeEach
  void requirePython() throws InterruptedException {
    assumeTrue(Child.tryOutput("python3", "--version").isPresent());
  }

  private static String run(String script, Path... files) throws Exception {
    return Child.output(
        List.of(
            "python3", PEERS.resolve(script).toString(), files[0].toString(), files[1].toString()));
  }

  private static final String MODEL =
      """
      solver_type L2R_LR
      nr_class 2
      label %s
      nr_feature 2
      bias %d
      w
      0.5
      -2
      0.25
      """;

  private double objective(String model, String data) throws Exception {
    String said =
        run(
            "objective.py",
            Files.writeString(folder.resolve("model"), model),
            Files.writeString(folder.resolve("data.svm"), data));
    return ProgramMeasurement.number("objective ([0-9.e+-]+)", said);
  }

  private static double loss(double margin) {
    return Math.log1p(Math.exp(-margin));
  }

  /** The bias is the weight of a feature that is 10. */
  @Test
  void shouldKnowTheSignsAndTheBias() throws Exception {
    double norm = (0.25 + 4) / 2;
    String row = "1 1:1\n";
    assertEquals(norm + loss(0.5 + 2.5), objective(MODEL.formatted("1 -1", 10), row), 1e-12);
    assertEquals(norm + loss(-0.5 - 2.5), objective(MODEL.formatted("-1 1", 10), row), 1e-12);
    assertEquals(
        norm + 0.0625 / 2 + loss(0.25),
        objective(MODEL.formatted("1 -1", -1), "1 3:1\n"),
        1e-12,
        "without a bias all are weights");
    assertThrows(IOException.class, () -> objective("something else", row));
  }

  /** A feature that the model does not know counts nothing. */
  @Test
  void shouldAddLossesAndHalfTheSquaredNormWithoutTheBias() throws Exception {
    double losses = loss(0.5 - 4 + 2.5) + loss(6 - 2.5);
    double objective = objective(MODEL.formatted("1 -1", 10), "1 1:1 2:2\n-1 2:3 9:1\n");
    assertEquals(losses + (0.25 + 4) / 2, objective, 1e-12);
  }

  private static final int LONGEST = 8;
  private static final int WIDTH = 141;
  private static final String PADDING = "C".repeat(20);
  private static final String WINDOW = "ACGT".repeat(35) + "A";

  private List<String> splice(String fasta) throws Exception {
    Path packed = folder.resolve("fasta.bz2");
    try (OutputStream out = new BZip2CompressorOutputStream(Files.newOutputStream(packed))) {
      out.write(fasta.getBytes(StandardCharsets.US_ASCII));
    }
    Path rows = folder.resolve("rows.vw");
    run("splice.py", packed, rows);
    return Files.readAllLines(rows);
  }

  private static String sequence(int label, String letters) {
    return "> chr_num=1, strand=+, position=1, label=" + label + "\n" + letters + "\n";
  }

  @Test
  void shouldSeeOnlyTheMiddle() throws Exception {
    String other = "G".repeat(20);
    String halves = WINDOW.substring(0, 70) + "\n" + WINDOW.substring(70);
    List<String> rows =
        splice(sequence(-1, PADDING + WINDOW + PADDING) + sequence(1, other + halves + other));
    assertEquals(2, rows.size());
    assertTrue(rows.get(0).startsWith("-1 | 0A:"), rows.get(0));
    assertEquals(rows.get(0).substring(2), rows.get(1).substring(1));
  }

  @Test
  void shouldHaveAFeatureForEachWordAndPlace() throws Exception {
    List<String> words = List.of(splice(sequence(1, WINDOW)).get(0).split(" "));
    int expected = 0;
    for (int length = 1; length <= LONGEST; length++) {
      expected += WIDTH + 1 - length;
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
  void shouldLeaveOutWordsWithUnknownLetters() throws Exception {
    int known = splice(sequence(1, WINDOW)).get(0).split(" ").length;
    int unknown = splice(sequence(1, "N" + WINDOW.substring(1))).get(0).split(" ").length;
    assertEquals(LONGEST, known - unknown);
  }

  @Test
  void shouldRejectWhatHasNoLabelOrIsTooShort() {
    assertThrows(IOException.class, () -> splice("> x\n" + WINDOW));
    assertThrows(IOException.class, () -> splice(sequence(1, "ACGT")));
  }
}
