package io.papilio.learn.data.format;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Images;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Rows of images in an {@link IdxFile}, block by block, with the labels of the file beside it.
 *
 * <pre>
 *   image   0   51       row   7  1:0.2 3:1       a pixel is a feature, its value 0 to 1;
 *           0  255                                zeros are not kept
 * </pre>
 *
 * Except one: every so often a row keeps its last pixel whatever it is, so that whoever counts
 * features finds as many as there are pixels, also where the last ones are always black.
 */
public final class IdxReader {
  private static final int BLOCK_PIXELS = 1 << 21;
  private static final float WHITE = 255;

  private final IdxFile images;
  private final Optional<byte[]> labels;
  private final Interactions interactions;
  private final int mask;
  private int next;

  /**
   * Begins to read.
   *
   * @param name of the images, for messages
   * @param labels where their labels are, if the name says so
   */
  public IdxReader(String name, Optional<Path> labels, InputStream stream, ReaderOptions options)
      throws IOException {
    this.images = IdxFile.openImages(name, stream);
    this.labels = labels(images, labels, options.needsLabels());
    this.interactions = new Interactions(options.features());
    this.mask = options.features().mask();
  }

  /** Returns the file of the labels of images, if the name of theirs says so. */
  public static Optional<Path> labelsOf(Path images) {
    return IdxFile.labelsOf(images);
  }

  /** Reads all images of a stream, and their labels. */
  public static Images images(String name, Optional<Path> labels, InputStream stream)
      throws IOException {
    IdxFile idx = IdxFile.openImages(name, stream);
    if (idx.shape().length != 2) {
      String problem = "items of %d dimensions: images have two";
      throw new DataException(name, problem.formatted(idx.shape().length));
    }
    byte[] numbers = labels(idx, labels, true).orElseThrow();
    return new Images(idx.shape()[0], idx.shape()[1], idx.readAll(), numbers);
  }

  /** Reads the labels of images; nothing if there are none and none are needed. */
  private static Optional<byte[]> labels(IdxFile images, Optional<Path> file, boolean needed) {
    if (file.isEmpty() && needed) {
      throw new DataException(
          images.name(),
          "its name does not say where its labels are:"
              + " x-labels-idx1-ubyte has those of x-images-idx3-ubyte");
    }
    if (file.isEmpty() || !needed && !Files.exists(file.get())) {
      return Optional.empty();
    }
    byte[] labels = IdxFile.labels(file.get());
    if (labels.length != images.count()) {
      throw new DataException(
          images.name(),
          "%d images, but %d labels in %s".formatted(images.count(), labels.length, file.get()));
    }
    return Optional.of(labels);
  }

  public int count() {
    return images.count();
  }

  public boolean hasNext() {
    return next < images.count();
  }

  /** Returns the next block, with those of its images whose numbers are wanted. */
  public SparseRows next(LongPredicate wants) throws IOException {
    RowsBuilder rows = new RowsBuilder();
    byte[] pixels = new byte[images.length()];
    int first = next;
    int end =
        (int) Math.min(images.count(), next + (long) Math.max(1, BLOCK_PIXELS / pixels.length));
    for (; next < end; next++) {
      images.read(pixels);
      if (!wants.test(next)) {
        continue;
      }
      for (int i = 0; i < pixels.length; i++) {
        if (pixels[i] != 0 || i == pixels.length - 1 && next == first) {
          rows.add(i & mask, (pixels[i] & 0xff) / WHITE);
        }
      }
      interactions.addToAll(rows);
      rows.endRow(labels.isPresent() ? labels.get()[next] & 0xff : Float.NaN, 1);
    }
    if (!hasNext()) {
      images.requireEnd();
    }
    return rows.build();
  }
}
