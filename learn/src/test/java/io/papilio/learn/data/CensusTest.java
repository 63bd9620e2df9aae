package io.papilio.learn.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Source.Loaded;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CensusTest {
  private static final List<SparseRows> BLOCKS =
      List.of(
          rows(new float[] {3, -0f, 0, Float.NaN}, 2), rows(new float[] {}, 1), rows(labels(), 1));

  private static float[] labels() {
    return new float[] {7, 7, 1.5f, -2, 3};
  }

  /** Row r has r entries. */
  private static SparseRows rows(float[] labels, float weight) {
    RowsBuilder rows = new RowsBuilder();
    for (int row = 0; row < labels.length; row++) {
      for (int i = 0; i < row; i++) {
        rows.add(3 * i + row, row + i / 8f);
      }
      rows.endRow(labels[row], weight);
    }
    return rows.build();
  }

  private static Census of(List<SparseRows> blocks, int mostLabels) {
    return of(blocks, List.of(), mostLabels);
  }

  private static Census of(
      List<SparseRows> blocks, List<Report.InputCount> inputs, int mostLabels) {
    return Census.of(
        new Loaded(List.copyOf(blocks), new Report(inputs, Features.plain())), mostLabels);
  }

  @Test
  void shouldCount() {
    Census census = of(BLOCKS, 10);
    assertEquals(9, census.rows());
    assertEquals(6 + 10, census.entries());
    assertEquals(3 * 3 + 4 + 1, census.features());
    assertEquals(List.of(-2f, 0f, 1.5f, 3f, 7f), census.labels().listed());
    assertFalse(census.labels().more());
    assertEquals(1, census.labels().missing());
    assertEquals(4 * 2 + 5, census.weight());
    assertEquals(List.of(-2f, 0f), of(BLOCKS, 2).labels().listed());
    assertTrue(of(BLOCKS, 2).labels().more());
    assertFalse(of(BLOCKS, 5).labels().more());
    assertEquals(List.of(), of(BLOCKS, 0).labels().listed());
    assertTrue(of(BLOCKS, 0).labels().more());
    Census none = of(List.of(), 2);
    assertEquals(0, none.rows() + none.entries() + none.features() + none.fingerprint());
    assertFalse(none.labels().more());
  }

  /** Whoever has which row, and whoever speaks first. */
  @Test
  void shouldBeTheSameOfAllPartsTogether() throws Exception {
    Source source = Source.rows(BLOCKS);
    for (int most : new int[] {0, 1, 2, 4, 5, 6}) {
      Census all = Census.of(source.read(0, 1), most);
      for (int workers = 1; workers <= 13; workers++) {
        Census up = Census.of(source.read(0, workers), most);
        Census down = Census.of(source.read(workers - 1, workers), most);
        for (int worker = 1; worker < workers; worker++) {
          up = up.merge(Census.of(source.read(worker, workers), most));
          down = down.merge(Census.of(source.read(workers - 1 - worker, workers), most));
        }
        assertEquals(all, up);
        assertEquals(all, down);
      }
    }
  }

  @Test
  void shouldBecomeBytesAndBack() {
    Report.BadLine bad = new Report.BadLine("file", 7, "file, line 7: \u03b1");
    List<Report.InputCount> inputs =
        List.of(
            new Report.InputCount("a", 5, 3, Optional.of(bad)),
            new Report.InputCount("b", 0, 0, Optional.empty()));
    for (Census census : List.of(of(List.of(), 3), of(BLOCKS, inputs, 3))) {
      assertEquals(census, Census.of(census.bytes()));
    }
  }

  @Test
  void shouldBeAgreedUpon() {
    Source source = Source.rows(BLOCKS);
    for (int workers : new int[] {1, 2, 3, 5}) {
      LocalCluster.run(
          workers,
          comm -> {
            Census all = Census.agree(comm, Census.of(source.read(comm), 3));
            assertEquals(Census.of(source.read(0, 1), 3), all);
          });
    }
  }

  @Test
  void shouldFindInputsWithoutExamples() {
    Report.BadLine late = new Report.BadLine("b/2", 1, "late");
    Report.BadLine early = new Report.BadLine("b/1", 9, "early");
    Census one = of(List.of(), List.of(count("a", 0, Optional.empty()), count("b", 0, late)), 0);
    Census two = of(List.of(), List.of(count("a", 2, Optional.empty()), count("b", 0, early)), 0);
    for (Census all : List.of(one.merge(two), two.merge(one))) {
      assertEquals(2, all.badLines());
      DataException e = assertThrows(DataException.class, all::requireExamples);
      assertEquals("b: no examples; bad is early", e.getMessage());
    }
    of(List.of(), List.of(count("a", 1, Optional.empty())), 0).requireExamples();
  }

  private static Report.InputCount count(String name, long rows, Report.BadLine bad) {
    return count(name, rows, Optional.of(bad));
  }

  private static Report.InputCount count(
      String name, long rows, Optional<Report.BadLine> firstBad) {
    return new Report.InputCount(name, rows, firstBad.isPresent() ? 1 : 0, firstBad);
  }

  /** Every bit of every number counts, and every row. */
  @Test
  void shouldHaveAFingerprintOfAllBits() {
    int[] starts = {0, 2, 2, 3};
    int[] indices = {1, 5, 1};
    float[] values = {1, -2, 1};
    float[] labels = {0, 1, 1};
    float[] weights = {1, 1, 2};
    Set<Long> seen = new HashSet<>();
    seen.add(fingerprint(new SparseRows(starts, indices, values, labels, weights)));
    for (int bit = 0; bit < 31; bit++) {
      for (int i = 0; i < 3; i++) {
        int[] others = indices.clone();
        others[i] ^= 1 << bit;
        seen.add(fingerprint(new SparseRows(starts, others, values, labels, weights)));
        seen.add(
            fingerprint(new SparseRows(starts, indices, flip(values, i, bit), labels, weights)));
        seen.add(
            fingerprint(new SparseRows(starts, indices, values, flip(labels, i, bit), weights)));
        seen.add(
            fingerprint(new SparseRows(starts, indices, values, labels, flip(weights, i, bit))));
      }
    }
    seen.add(fingerprint(new SparseRows(new int[] {0, 1, 2, 3}, indices, values, labels, weights)));
    assertEquals(1 + 31 * 3 * 4 + 1, seen.size());
    SparseRows empty = rows(new float[1], 1);
    assertNotEquals(0, fingerprint(empty));
    assertNotEquals(fingerprint(empty), Shard.of(List.of(empty, empty)).fingerprint());
  }

  private static float[] flip(float[] values, int at, int bit) {
    float[] others = values.clone();
    others[at] = Float.intBitsToFloat(Float.floatToRawIntBits(others[at]) ^ 1 << bit);
    return others;
  }

  private static long fingerprint(SparseRows rows) {
    return Shard.of(List.of(rows)).fingerprint();
  }

  @Test
  void shouldHaveFewEqualHashes() {
    List<Long> hashes = new ArrayList<>();
    SparseRows rows = new TopicGenerator(1).rows(0, 20_000);
    IntStream.range(0, rows.size()).forEach(row -> hashes.add(rows.hash(row)));
    assertEquals(20_000, new HashSet<>(hashes).size());
  }
}
