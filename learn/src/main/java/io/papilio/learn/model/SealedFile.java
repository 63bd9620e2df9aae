package io.papilio.learn.model;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Fields;
import io.papilio.learn.data.WholeFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A kind of file that is written whole or not at all, and not believed if it was damaged.
 *
 * <pre>
 *   magic      long: eight letters, which say what it is
 *   version    int
 *   ...
 *   checksum   long: CRC32C of all before it
 * </pre>
 */
public record SealedFile(long magic, int version, String what) {
  private static final int BUFFER = 1 << 16;

  @FunctionalInterface
  public interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  /** Writes a file, whole or not at all: what the body writes lies between version and checksum. */
  public void write(Path file, Body body) throws IOException {
    try (WholeFile whole = new WholeFile(file)) {
      try (OutputStream stream = Files.newOutputStream(whole.path())) {
        CheckedOutputStream checked = new CheckedOutputStream(stream, new CRC32C());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked, BUFFER));
        out.writeLong(magic);
        out.writeInt(version);
        body.write(out);
        out.flush();
        new DataOutputStream(stream).writeLong(checked.getChecksum().getValue());
      }
      whole.keep();
    }
  }

  /**
   * Reads a file of this version.
   *
   * @throws DataException if it is something else, or not as it was written
   */
  public <T> T read(Path file, Fields.Reader<T> reader) throws IOException {
    return read(file, Map.of(version, reader));
  }

  /**
   * Reads a file of one of several versions.
   *
   * @throws DataException if it is something else, or not as it was written
   */
  <T> T read(Path file, Map<Integer, Fields.Reader<T>> readers) throws IOException {
    check(file);
    try (DataInputStream in = open(file)) {
      in.readLong();
      int found = in.readInt();
      Fields.Reader<T> reader = readers.get(found);
      if (reader == null) {
        throw new DataException(
            file.toString(),
            "is of version %d, and this program reads version %d: use the one that wrote it"
                .formatted(found, version));
      }
      return reader.read(in);
    }
  }

  private static DataInputStream open(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
  }

  /** Before anything in it is believed. */
  private void check(Path file) throws IOException {
    long length = Files.size(file);
    CRC32C sum = new CRC32C();
    try (DataInputStream in = new DataInputStream(new CheckedInputStream(open(file), sum))) {
      if (length < 2 * Long.BYTES + Integer.BYTES || in.readLong() != magic) {
        throw new DataException(file.toString(), "is not a " + what + " of Papilio");
      }
      in.skipNBytes(length - 2 * Long.BYTES);
      long whole = sum.getValue();
      if (in.readLong() != whole) {
        throw new DataException(file.toString(), "the checksum is wrong: it is damaged");
      }
    }
  }
}
