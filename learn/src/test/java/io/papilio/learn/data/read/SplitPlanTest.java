package io.papilio.learn.data.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.read.SplitPlan.File;
import io.papilio.learn.data.read.SplitPlan.Piece;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SplitPlanTest {
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  @Property
  void shouldCoverEveryByteOnceAndTakeTurns(
      @ForAll @Size(max = 9) List<@LongRange(min = 0, max = 40 << 20) Long> sizes,
      @ForAll @IntRange(min = 1, max = 13) int workers,
      @ForAll @IntRange(max = 511) int plain) {
    List<File> files = new ArrayList<>();
    for (int i = 0; i < sizes.size(); i++) {
      files.add(new File(sizes.get(i), (plain >> i & 1) == 1));
    }
    long[] covered = new long[files.size()];
    int split = 0;
    for (Piece piece : SplitPlan.of(files, workers)) {
      assertEquals(covered[piece.file()], piece.from());
      covered[piece.file()] = piece.to();
      if (!piece.isDealt()) {
        assertEquals(split++ % workers, piece.owner());
      }
      if (!files.get(piece.file()).hasLines()) {
        assertEquals(sizes.get(piece.file()), piece.to());
      }
    }
    for (int i = 0; i < covered.length; i++) {
      assertEquals(sizes.get(i), covered[i]);
    }
  }

  @Test
  void shouldCutPlainFilesIntoSmallSplits() {
    assertEquals(new Piece(0, 0, 64 * KIB, 0), first(new File(64 * 4 * 64 * KIB, true), 4));
    assertEquals(new Piece(0, 0, 32 * MIB, 0), first(new File(64 * 4 * 33 * MIB, true), 4));
    assertEquals(new Piece(0, 0, 16 * KIB, 0), first(new File(MIB, true), 1 + 0, 2));
    assertEquals(64 * 4, SplitPlan.of(List.of(new File(64 * 4 * 64 * KIB, true)), 4).size());
    List<Piece> two = SplitPlan.of(List.of(new File(3 * MIB, true), new File(5 * MIB, true)), 3);
    assertEquals(8 * MIB / (64 * 3), two.get(0).to());
    Piece last = two.get(two.size() - 1);
    assertEquals(new Piece(1, last.from(), 5 * MIB, (two.size() - 1) % 3), last);
    int firstOfSecond = (int) two.stream().filter(piece -> piece.file() == 0).count();
    assertEquals(firstOfSecond % 3, two.get(firstOfSecond).owner());
  }

  private static Piece first(File file, int workers) {
    return SplitPlan.of(List.of(file), workers).get(0);
  }

  /** The size of splits comes from all files together. */
  private static Piece first(File file, int others, int workers) {
    List<File> files = new ArrayList<>(List.of(file));
    for (int i = 0; i < others; i++) {
      files.add(new File(MIB, true));
    }
    return SplitPlan.of(files, workers).get(0);
  }

  @Test
  void shouldDealOutSmallInputsRowByRow() {
    for (int workers = 2; workers <= 13; workers++) {
      assertTrue(first(new File(workers * MIB - 1, true), workers).isDealt());
      assertEquals(0, first(new File(workers * MIB, true), workers).owner());
      assertFalse(first(new File(workers * MIB, true), workers).isDealt());
      List<File> two = List.of(new File(1, true), new File(workers * MIB - 2, false));
      assertTrue(SplitPlan.of(two, workers).stream().allMatch(Piece::isDealt));
    }
    assertEquals(new Piece(0, 0, 1, 0), first(new File(1, true), 1));
  }

  @Test
  void shouldDealOutWholeFilesIfThereAreEnough() {
    File zipped = new File(10 * MIB, false);
    assertEquals(List.of(new Piece(0, 0, 10 * MIB, 0)), SplitPlan.of(List.of(zipped), 1));
    assertTrue(first(zipped, 2).isDealt());
    List<Piece> three = SplitPlan.of(List.of(zipped, zipped, zipped), 3);
    assertEquals(List.of(0, 1, 2), three.stream().map(Piece::owner).toList());
    List<Piece> four = SplitPlan.of(List.of(zipped, zipped, zipped, zipped), 3);
    assertEquals(List.of(0, 1, 2, 0), four.stream().map(Piece::owner).toList());
    assertTrue(SplitPlan.of(List.of(zipped, zipped), 3).stream().allMatch(Piece::isDealt));
    List<Piece> mixed = SplitPlan.of(List.of(zipped, new File(5 * MIB, true)), 2);
    assertTrue(mixed.get(0).isDealt());
    assertEquals(0, mixed.get(1).owner());
    assertEquals(1, mixed.get(2).owner());
  }
}
