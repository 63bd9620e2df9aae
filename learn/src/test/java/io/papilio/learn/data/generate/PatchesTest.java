package io.papilio.learn.data.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Images;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PatchesTest {

  /** Images whose pixel (row, column) of image i is 50 i + 20 row + 17 column; labels 5, 6, ... */
  private static Images images(int count, int height, int width) {
    byte[] pixels = new byte[count * height * width];
    byte[] labels = new byte[count];
    for (int i = 0; i < pixels.length; i++) {
      int image = i / (height * width);
      labels[image] = (byte) (5 + image);
      pixels[i] = (byte) (50 * image + 20 * (i / width % height) + 17 * (i % width));
    }
    return new Images(height, width, pixels, labels);
  }

  private static float[] row(SparseRows rows, int row) {
    return Arrays.copyOfRange(rows.values(), rows.start(row), rows.end(row));
  }

  @Test
  void shouldTakeTheMeanOff() {
    SparseRows rows = new Patches(List.of(images(2, 7, 5)), 2, 3, 1).rows(0, 50);
    float[] expected = {-27, -10, 7, -7, 10, 27};
    for (int i = 0; i < expected.length; i++) {
      expected[i] /= 255;
    }
    for (int row = 0; row < rows.size(); row++) {
      assertArrayEquals(expected, row(rows, row), 1e-6f); // the same slope everywhere
      assertEquals(0, rows.indices()[rows.start(row)]);
      assertEquals(5, rows.indices()[rows.end(row) - 1]);
    }
  }

  /** Only one pixel is bright: from where it is in a patch one knows the place. */
  @Test
  void shouldReachEveryPlaceOfEveryImageAndNoFlatOne() {
    byte[] one = new byte[4 * 5];
    one[5 + 2] = (byte) 255; // row 1, column 2
    byte[] two = new byte[2 * 3 * 3];
    two[9 + 4] = 51; // the second one; the first is black
    List<Images> files =
        List.of(
            new Images(4, 5, one, new byte[] {(byte) 200}),
            new Images(3, 3, two, new byte[] {1, 2}));
    Patches patches = new Patches(files, 2, 2, 7);
    assertEquals(4, patches.features());
    SparseRows rows = patches.rows(0, 400);
    Set<String> seen = new TreeSet<>();
    for (int row = 0; row < rows.size(); row++) {
      float[] values = row(rows, row);
      int bright = 0;
      for (int i = 1; i < values.length; i++) {
        bright = values[i] > values[bright] ? i : bright;
      }
      float white = rows.label(row) == 200 ? 1 : 0.2f;
      assertEquals(0.75f * white, values[bright], 1e-6f);
      assertEquals(-0.25f * white, values[3 - bright], 1e-6f);
      seen.add((int) rows.label(row) + " " + bright);
    }
    Set<String> all = new TreeSet<>();
    for (int i = 0; i < 4; i++) {
      all.add("200 " + i);
      all.add("2 " + i);
    }
    assertEquals(all, seen);
  }

  @Test
  void shouldGiveTheSameInWhicheverPieces() {
    Patches patches = new Patches(List.of(images(3, 6, 6), images(2, 4, 9)), 3, 4, 11);
    SparseRows all = patches.rows(0, 37);
    for (int from : new int[] {0, 1, 2, 17, 36}) {
      SparseRows some = patches.rows(from, 37 - from);
      assertArrayEquals(row(all, 36), row(some, 36 - from));
      assertEquals(all.label(from), some.label(0));
    }
    List<Images> files = List.of(images(30, 20, 20));
    SparseRows one = new Patches(files, 3, 4, 11).rows(0, 37);
    assertEquals(one, new Patches(files, 3, 4, 11).rows(0, 37));
    assertNotEquals(one, new Patches(files, 3, 4, 12).rows(0, 37));
  }

  @Test
  void shouldTakeWholeImages() {
    SparseRows rows = new Patches(List.of(images(1, 2, 2)), 2, 2, 1).rows(0, 2);
    assertEquals(2, rows.size());
    assertEquals(row(rows, 0)[3], -row(rows, 1)[0], 1e-6f);
  }

  @Test
  void shouldRejectWhatHasNoPatches() {
    problem("no patches of 4x2 in images of 3x5", List.of(images(1, 3, 5)), 4, 2);
    problem("no patches of 2x4 in images of 5x3", List.of(images(9, 9, 9), images(1, 5, 3)), 2, 4);
    problem("no patches of 0x4", List.of(images(1, 5, 5)), 0, 4);
    problem("there are no images", List.of(images(0, 5, 5)), 2, 2);
    Images black = new Images(3, 3, new byte[9], new byte[1]);
    problem("almost of one colour", List.of(black), 2, 2);
    assertThrows(IllegalArgumentException.class, () -> new Images(2, 2, new byte[7], new byte[2]));
  }

  private static void problem(String expected, List<Images> files, int height, int width) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new Patches(files, height, width, 1).rows(0, 1))
            .getMessage();
    assertTrue(message.contains(expected), message);
  }
}
