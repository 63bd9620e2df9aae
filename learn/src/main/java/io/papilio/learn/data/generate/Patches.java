package io.papilio.learn.data.generate;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.Images;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Parts of images as rows: a random place of a random image, less its mean.
 *
 * <pre>
 *   . . . . .
 *   . 9 1 . .       9 1       less 4       5 -3       row   7  1:5 2:-3 3:-4 4:2
 *   . 0 6 . .  ->   0 6         ->        -4  2       of the image's label, 7
 *   . . . . .
 * </pre>
 *
 * The mean says how bright a place is, not what is there. Of a place that is almost of one colour
 * nothing is left then but noise: it is not taken, and another one is drawn. All entries are kept,
 * also if they are zero.
 */
public final class Patches implements Generator {
  /** Of what is left without the mean: as much as one pixel of a tenth, alone. */
  static final double LEAST_NORM = 0.1;

  private static final int MOST_DRAWS = 100_000; // for one row

  private final List<Images> files;
  private final int height;
  private final int width;
  private final long seed;
  private final int images;

  /** Patches of so many pixels; every image has to be as large at least. */
  public Patches(List<Images> files, int height, int width, long seed) {
    int count = 0;
    for (Images file : files) {
      if (height < 1 || width < 1 || height > file.height() || width > file.width()) {
        throw new IllegalArgumentException(
            "no patches of %dx%d in images of %dx%d"
                .formatted(height, width, file.height(), file.width()));
      }
      count = Math.addExact(count, file.count());
    }
    if (count == 0) {
      throw new IllegalArgumentException("no patches: there are no images");
    }
    this.files = List.copyOf(files);
    this.height = height;
    this.width = width;
    this.seed = seed;
    this.images = count;
  }

  @Override
  public int features() {
    return height * width;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if no place with something on it is found
   */
  @Override
  public SparseRows rows(long from, int count) {
    float[] patch = new float[height * width];
    return Draws.rows(seed, from, count, (random, row) -> draw(random, row, patch));
  }

  private float draw(SplittableRandom random, RowsBuilder row, float[] patch) {
    for (int draws = 0; draws < MOST_DRAWS; draws++) {
      int image = Draws.below(random, images);
      int file = 0;
      for (; image >= files.get(file).count(); file++) {
        image -= files.get(file).count();
      }
      Images from = files.get(file);
      int top = Draws.below(random, from.height() - height + 1);
      int left = Draws.below(random, from.width() - width + 1);
      for (int i = 0; i < patch.length; i++) {
        patch[i] = from.pixel(image, top + i / width, left + i % width);
      }
      if (centre(patch) >= LEAST_NORM) {
        for (int i = 0; i < patch.length; i++) {
          row.add(i, patch[i]);
        }
        return from.label(image);
      }
    }
    throw new IllegalArgumentException(
        "no patches of %dx%d: the images are almost of one colour".formatted(height, width));
  }

  /** Takes the mean off, and returns the norm of what is left. */
  private static double centre(float[] patch) {
    double sum = 0;
    for (float pixel : patch) {
      sum += pixel;
    }
    double squares = 0;
    for (int i = 0; i < patch.length; i++) {
      patch[i] = (float) (patch[i] - sum / patch.length);
      squares += patch[i] * patch[i];
    }
    return Math.sqrt(squares);
  }
}
