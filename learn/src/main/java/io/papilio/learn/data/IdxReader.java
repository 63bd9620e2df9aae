package io.papilio.learn.data;

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
final class IdxReader {
  private static final int BLOCK_PIXELS = 1 << 21;
  private static final float WHITE = 255;

  private final IdxFile images;
  private final Optional<byte[]> labels;
  private final Interactions interactions;
  private final int mask;
  private int next;

  IdxReader(Inputs.Input source, InputStream stream, DataReader.Options options)
      throws IOException {
    this.images = IdxFile.openImages(source.name(), stream);
    this.labels = labels(source, images.count(), options.needsLabels());
    this.interactions = new Interactions(options.features());
    this.mask = options.features().mask();
  }

  /** Reads the labels of {@code count} images; nothing if there are none and none are needed. */
  static Optional<byte[]> labels(Inputs.Input source, int count, boolean needed) {
    Optional<Path> file =
        source.isStandardInput() ? Optional.empty() : IdxFile.labelsOf(source.path());
    if (file.isEmpty() && needed) {
      throw new DataException(
          source.name(),
          "its name does not say where its labels are:"
              + " x-labels-idx1-ubyte has those of x-images-idx3-ubyte");
    }
    if (file.isEmpty() || !needed && !Files.exists(file.get())) {
      return Optional.empty();
    }
    byte[] labels = IdxFile.labels(file.get());
    if (labels.length != count) {
      throw new DataException(
          source.name(),
          "%d images, but %d labels in %s".formatted(count, labels.length, file.get()));
    }
    return Optional.of(labels);
  }

  int count() {
    return images.count();
  }

  boolean hasNext() {
    return next < images.count();
  }

  /** Returns the next block, with those of its images whose numbers are wanted. */
  SparseRows next(LongPredicate wants) throws IOException {
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
