package io.papilio.learn.data;

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
