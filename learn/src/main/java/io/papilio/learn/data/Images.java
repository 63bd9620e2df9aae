package io.papilio.learn.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Images of one size, row by row and one after the other, and a label of each. The arrays belong to
 * it and are not copied.
 *
 * @param pixels unsigned, height · width of each image
 */
public record Images(int height, int width, byte[] pixels, byte[] labels) {
  private static final float WHITE = 255;

  public Images {
    if (height < 1 || width < 1 || pixels.length != (long) labels.length * height * width) {
      throw new IllegalArgumentException(
          "%d images of %d x %d in %d pixels"
              .formatted(labels.length, height, width, pixels.length));
    }
  }

  /**
   * Those of IDX files, each file by itself; for what may be given see {@link Inputs}.
   *
   * @throws DataException if a file cannot be read, is of another kind, or has no labels
   */
  public static List<Images> read(List<String> inputs) {
    List<Images> all = new ArrayList<>();
    for (Inputs.Input source : Inputs.sources(inputs)) {
      try (InputStream file = DataReader.open(source);
          Compression.Decoded decoded = Compression.open(file)) {
        IdxFile idx = IdxFile.openImages(source.name(), decoded.stream());
        if (idx.shape().length != 2) {
          String problem = "items of %d dimensions: images have two";
          throw new DataException(source.name(), problem.formatted(idx.shape().length));
        }
        byte[] labels = IdxReader.labels(source, idx.count(), true).orElseThrow();
        all.add(new Images(idx.shape()[0], idx.shape()[1], idx.readAll(), labels));
      } catch (IOException e) {
        throw DataReader.unreadable(source, e);
      }
    }
    return all;
  }

  public int count() {
    return labels.length;
  }

  public int label(int image) {
    return labels[image] & 0xff;
  }

  /** Returns how bright a pixel is, from 0 to 1. */
  public float pixel(int image, int row, int column) {
    return (pixels[(image * height + row) * width + column] & 0xff) / WHITE;
  }
}
