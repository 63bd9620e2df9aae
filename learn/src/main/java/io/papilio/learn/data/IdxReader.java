package io.papilio.learn.data;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Images and labels in IDX files, such as those of MNIST, compressed or not.
 *
 * <pre>
 *   0 0 8 d   n_1 ... n_d    bytes           8: unsigned bytes; d dimensions, the first: how many
 *   0 0 8 3   60000 28 28    60000 images    a pixel is a feature, its value 0 to 1
 *   0 0 8 1   60000          60000 labels
 * </pre>
 *
 * Numbers are big-endian. Zeros are not kept.
 */
public final class IdxReader {
  private static final int UNSIGNED_BYTES = 0x08;
  private static final int MOST_DIMENSIONS = 8;
  private static final float WHITE = 255;

  private IdxReader() {}

  /** Whether a file seems to be one of images, by its name. */
  public static boolean isImages(Path file) {
    return file.getFileName().toString().contains("-images-idx3-ubyte");
  }

  /** The labels that belong to a file of images, by its name. */
  public static Path labelsOf(Path images) {
    String name = images.getFileName().toString().replace("-images-idx3-", "-labels-idx1-");
    return images.resolveSibling(name);
  }

  /**
   * Rows of both.
   *
   * @throws DataException if a file is not what it should be
   */
  public static SparseRows read(Path images, Path labels) {
    byte[] classes;
    try (Compression.Decoded in = Compression.open(Files.newInputStream(labels))) {
      Idx idx = Idx.open(labels, new DataInputStream(in.stream()), 1);
      classes = idx.item(new byte[idx.count]);
      idx.requireEnd();
    } catch (IOException e) {
      throw unreadable(labels, e);
    }
    try (Compression.Decoded in = Compression.open(Files.newInputStream(images))) {
      Idx idx = Idx.open(images, new DataInputStream(in.stream()), 2);
      if (idx.count != classes.length) {
        throw new DataException(
            images.toString(),
            "%d images, but %d labels in %s".formatted(idx.count, classes.length, labels));
      }
      SparseRows rows = rows(idx, classes);
      idx.requireEnd();
      return rows;
    } catch (IOException e) {
      throw unreadable(images, e);
    }
  }

  private static SparseRows rows(Idx idx, byte[] classes) throws IOException {
    RowsBuilder builder = new RowsBuilder();
    byte[] pixels = new byte[idx.length];
    for (byte label : classes) {
      idx.item(pixels);
      for (int i = 0; i < pixels.length; i++) {
        if (pixels[i] != 0) {
          builder.add(i, (pixels[i] & 0xff) / WHITE);
        }
      }
      builder.endRow(label & 0xff, 1);
    }
    return builder.build();
  }

  private static DataException unreadable(Path file, IOException e) {
    String problem =
        e instanceof EOFException
            ? "ends too early"
            : e instanceof NoSuchFileException ? "there is no such file" : "cannot be read: " + e;
    return new DataException(file.toString(), problem, e);
  }

  /** A file whose head was read: so many items of so many bytes. */
  private record Idx(Path file, DataInputStream in, int count, int length) {

    static Idx open(Path file, DataInputStream in, int leastDimensions) throws IOException {
      int magic = in.readInt();
      int dimensions = magic & 0xff;
      if (magic >>> 8 != UNSIGNED_BYTES
          || dimensions < leastDimensions
          || leastDimensions == 1 && dimensions > 1
          || dimensions > MOST_DIMENSIONS) {
        throw new DataException(
            file.toString(),
            "begins with %08x: not an IDX file of %s"
                .formatted(magic, leastDimensions == 1 ? "labels" : "images"));
      }
      int count = in.readInt();
      long length = 1;
      for (int i = 1; i < dimensions; i++) {
        length *= in.readInt();
        if (length < 0 || length > Integer.MAX_VALUE - 8) {
          throw new DataException(file.toString(), "items of %d bytes".formatted(length));
        }
      }
      if (count < 0) {
        throw new DataException(file.toString(), count + " items");
      }
      return new Idx(file, in, count, (int) length);
    }

    byte[] item(byte[] bytes) throws IOException {
      in.readFully(bytes);
      return bytes;
    }

    void requireEnd() throws IOException {
      if (in.read() >= 0) {
        throw new DataException(file.toString(), "goes on after its %d items".formatted(count));
      }
    }
  }
}
