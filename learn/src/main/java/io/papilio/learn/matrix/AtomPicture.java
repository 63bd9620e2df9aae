package io.papilio.learn.matrix;

import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;

/**
 * The atoms of a dictionary as a picture, if features are the pixels of squares.
 *
 * <pre>
 *   +--+--+--+      a tile an atom, row by row, 32 pixels or more wide;
 *   | 0| 1| 2|      its smallest value is black, its largest white;
 *   +--+--+--+      one pixel between tiles, and nothing where no atom is left
 *   | 3| 4|  |
 *   +--+--+--+
 * </pre>
 */
public final class AtomPicture {
  private static final int SMALLEST_TILE = 32;
  private static final int BORDER = 64;
  private static final int FLAT = 128; // an atom without a range

  private AtomPicture() {}

  /**
   * Draws all atoms.
   *
   * @throws IllegalArgumentException if the model has none, or they are no squares
   */
  public static BufferedImage of(Model model) {
    Learned matrix = model.learned();
    if (!matrix.family().equals(SparseCodingFamily.NAME)) {
      throw new IllegalArgumentException(
          "png draws the atoms of sparse coding, this is %s: use text".formatted(model));
    }
    int features = matrix.rows();
    int side = (int) Math.round(Math.sqrt(features));
    if (side * side != features) {
      throw new IllegalArgumentException(
          "png draws atoms as squares, but %d features are no square number".formatted(features));
    }
    return draw(matrix.weights(), side);
  }

  private static BufferedImage draw(float[] weights, int side) {
    int atoms = weights.length / (side * side);
    int across = (int) Math.ceil(Math.sqrt(atoms));
    int down = (atoms + across - 1) / across;
    int zoom = (SMALLEST_TILE + side - 1) / side;
    int pitch = side * zoom + 1;
    BufferedImage image =
        new BufferedImage(across * pitch + 1, down * pitch + 1, BufferedImage.TYPE_BYTE_GRAY);
    WritableRaster pixels = image.getRaster();
    int[] border = new int[image.getWidth() * image.getHeight()];
    Arrays.fill(border, BORDER);
    pixels.setSamples(0, 0, image.getWidth(), image.getHeight(), 0, border);
    for (int atom = 0; atom < atoms; atom++) {
      int[] tile = greys(weights, atom * side * side, side * side);
      int left = atom % across * pitch + 1;
      int top = atom / across * pitch + 1;
      for (int y = 0; y < side * zoom; y++) {
        for (int x = 0; x < side * zoom; x++) {
          pixels.setSample(left + x, top + y, 0, tile[y / zoom * side + x / zoom]);
        }
      }
    }
    return image;
  }

  private static int[] greys(float[] values, int from, int length) {
    DoubleSummaryStatistics range =
        IntStream.range(from, from + length).mapToDouble(i -> values[i]).summaryStatistics();
    double least = range.getMin();
    double width = range.getMax() - least;
    return IntStream.range(from, from + length)
        .map(i -> width > 0 ? (int) Math.round(255 * (values[i] - least) / width) : FLAT)
        .toArray();
  }
}
