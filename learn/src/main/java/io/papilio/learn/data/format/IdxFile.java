package io.papilio.learn.data.format;

import io.papilio.learn.data.DataException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * An IDX file under way, such as those of MNIST: so many items of so many bytes.
 *
 * <pre>
 *   0 0 8 d   n_1 ... n_d    bytes           8: unsigned bytes; d dimensions, the first: how many
 *   0 0 8 3   60000 28 28    60000 images    train-images-idx3-ubyte.gz
 *   0 0 8 1   60000          60000 labels    train-labels-idx1-ubyte.gz
 * </pre>
 *
 * Numbers are big-endian. Which labels belong to images is known from their names alone.
 *
 * @param shape of one item; empty for labels
 */
record IdxFile(String name, DataInputStream in, int count, int[] shape) {
  private static final int UNSIGNED_BYTES = 0x08;
  private static final int MAGIC_BYTES = 3;
  private static final int MOST_DIMENSIONS = 8;

  /** Returns whether a file that begins like that is one of these; no text is. */
  static boolean begins(byte[] bytes, int length) {
    return length > MAGIC_BYTES && bytes[0] == 0 && bytes[1] == 0 && bytes[2] == UNSIGNED_BYTES;
  }

  static boolean isNamed(String file) {
    return file.matches("(?is).*[-.]idx[0-9]-ubyte(\\.[a-z0-9]+)?");
  }

  /** Returns the file of the labels of images, if the name of theirs says so. */
  static Optional<Path> labelsOf(Path images) {
    String name = images.getFileName().toString();
    String labels = name.replace("images", "labels").replaceFirst("idx[2-9]", "idx1");
    return name.contains("images") ? Optional.of(images.resolveSibling(labels)) : Optional.empty();
  }

  static IdxFile openImages(String name, InputStream stream) throws IOException {
    return open(name, stream, false);
  }

  private static IdxFile open(String name, InputStream stream, boolean wantsLabels)
      throws IOException {
    DataInputStream in = new DataInputStream(stream);
    int magic = in.readInt();
    int dimensions = magic & 0xff;
    boolean isIdx =
        magic >>> 8 == UNSIGNED_BYTES && dimensions >= 1 && dimensions <= MOST_DIMENSIONS;
    if (!isIdx) {
      throw new DataException(name, "begins with %08x: not an IDX file".formatted(magic));
    }
    if (wantsLabels != (dimensions == 1)) {
      throw new DataException(
          name, wantsLabels ? "holds images, not labels" : "holds labels: give their images");
    }
    int count = in.readInt();
    int[] shape = new int[dimensions - 1];
    long length = 1;
    for (int i = 0; i < shape.length; i++) {
      shape[i] = in.readInt();
      length *= shape[i];
      if (shape[i] < 1 || length > Integer.MAX_VALUE - 8) {
        throw new DataException(name, "items of %d bytes".formatted(length));
      }
    }
    if (count < 0) {
      throw new DataException(name, count + " items");
    }
    return new IdxFile(name, in, count, shape);
  }

  static byte[] labels(Path file) {
    try (Compression.Decoded in = Compression.open(Files.newInputStream(file))) {
      IdxFile idx = open(file.toString(), in.stream(), true);
      return idx.readAll();
    } catch (EOFException e) {
      throw new DataException(file.toString(), "cannot be read: it is cut off", e);
    } catch (NoSuchFileException e) {
      throw new DataException(file.toString(), "no such file, but there are images for it", e);
    } catch (IOException e) {
      throw new DataException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  int length() {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  void read(byte[] item) throws IOException {
    in.readFully(item);
  }

  byte[] readAll() throws IOException {
    long bytes = (long) count * length();
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new DataException(name, "%d bytes: too much for memory".formatted(bytes));
    }
    byte[] items = in.readNBytes((int) bytes); // grows: a wrong count takes no memory
    if (items.length < bytes) {
      throw new EOFException();
    }
    requireEnd();
    return items;
  }

  void requireEnd() throws IOException {
    if (in.read() >= 0) {
      throw new DataException(name, "goes on after its %d items".formatted(count));
    }
  }
}
