package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.data.read.FileSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldOutTest {
  private static final int MOST_WORKERS = 13;
  private static final double SHARE = 0.2;

  /** Returns the hashes of rows, sorted. */
  private static long[] hashes(List<? extends RowBlock> blocks) {
    return Blocks.rows(blocks).stream()
        .flatMapToLong(rows -> IntStream.range(0, rows.size()).mapToLong(rows::hash))
        .sorted()
        .toArray();
  }

  private static void shouldKeepTheSame(Source source) throws InterruptedException {
    HoldOut alone = HoldOut.of(source.read(0, 1).blocks(), SHARE);
    for (int workers = 2; workers <= MOST_WORKERS; workers++) {
      List<SparseRows> kept = new ArrayList<>();
      List<SparseRows> learned = new ArrayList<>();
      for (int worker = 0; worker < workers; worker++) {
        HoldOut own = HoldOut.of(source.read(worker, workers).blocks(), SHARE);
        kept.addAll(Blocks.rows(own.kept()));
        learned.addAll(Blocks.rows(own.learned()));
      }
      assertArrayEquals(hashes(alone.kept()), hashes(kept), workers + " workers");
      assertArrayEquals(hashes(alone.learned()), hashes(learned), workers + " workers");
    }
  }

  @Test
  void shouldNotDependOnWhoHasWhichRow(@TempDir Path folder) throws Exception {
    shouldKeepTheSame(Source.generated(new TopicGenerator(3), 0, 700));
    shouldKeepTheSame(Source.rows(List.of(new TopicGenerator(5).rows(0, 701))));
    StringBuilder text = new StringBuilder(); // is cut, not dealt out, for up to 3 workers
    String comment = "# " + "x".repeat(2000) + "\n";
    for (int row = 0; row < 1600; row++) {
      text.append(comment).append(row % 2).append(" 1:").append(row).append(" 7:1\n");
    }
    Path file = Files.writeString(folder.resolve("some.svm"), text);
    shouldKeepTheSame(new FileSource(List.of(file.toString()), ReaderOptions.of(2), Loading.QUIET));
  }

  @Test
  void shouldKeepAboutTheShare() {
    List<SparseRows> rows = List.of(new TopicGenerator(3).rows(0, 10_000));
    for (double share : new double[] {0.001, 0.1, 0.5, 0.9}) {
      HoldOut parts = HoldOut.of(rows, share);
      int kept = hashes(parts.kept()).length;
      assertEquals(10_000 * share, kept, 4 * Math.sqrt(10_000 * share * (1 - share)));
      long[] together =
          LongStream.concat(
                  LongStream.of(hashes(parts.kept())), LongStream.of(hashes(parts.learned())))
              .sorted()
              .toArray();
      assertArrayEquals(hashes(rows), together);
    }
    assertEquals(rows, HoldOut.of(rows, 0).learned());
    assertEquals(List.of(), HoldOut.of(rows, 0).kept());
  }

  /** What is learned by heart must not count as success. */
  @Test
  void shouldKeepEqualRowsTogether() {
    SparseRows rows = new TopicGenerator(3).rows(0, 100);
    RowsBuilder thrice = new RowsBuilder();
    IntStream.range(0, 300).forEach(row -> thrice.addRow(rows, row % 100));
    HoldOut parts = HoldOut.of(List.of(thrice.build()), SHARE);
    List<Long> learned = LongStream.of(hashes(parts.learned())).boxed().toList();
    long[] kept = hashes(parts.kept());
    assertTrue(kept.length > 0 && kept.length % 3 == 0, kept.length + " rows");
    LongStream.of(kept).forEach(hash -> assertTrue(!learned.contains(hash)));
  }

  @Test
  void shouldNotCopyEntries() {
    SparseRows rows = new TopicGenerator(3).rows(0, 100);
    HoldOut parts = HoldOut.of(List.of(rows), SHARE);
    for (SparseRows part : List.of(parts.kept().get(0).rows(), parts.learned().get(0).rows())) {
      assertSame(rows.indices(), part.indices());
      assertSame(rows.values(), part.values());
    }
  }
}
