package io.papilio.learn.data.cache;

import io.papilio.learn.data.DataException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32C;

/**
 * Goes through a part of a file, of which a window is in memory at a time. All in it has a multiple
 * of four bytes, and so have windows: no number lies in two of them. The file is not mapped: who
 * cuts off a mapped file ends the process. A thread reads one part after the other.
 */
final class FileInput {
  // so that what goes into the checksum is copied while it is still in the core's cache
  private static final int WINDOW = 1 << 17;

  private static final ThreadLocal<ByteBuffer> WINDOWS =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(WINDOW));

  private final CRC32C crc = new CRC32C();
  private final FileChannel channel;
  private final long to;
  private ByteBuffer window = ByteBuffer.allocate(0);
  private long at; // where the window ends

  FileInput(FileChannel channel, long from, long to) {
    this.channel = channel;
    this.at = from;
    this.to = to;
  }

  /**
   * Compares the checksum that comes next with that of all before.
   *
   * @param what it is of, for the exception if it is another
   */
  void checksum(Path file, String what) throws IOException {
    int actual = (int) crc.getValue();
    int expected = nextInt();
    if (actual != expected) {
      throw new DataException(
          file.toString(),
          "%s is damaged: checksum %08x, not %08x".formatted(what, actual, expected));
    }
  }

  int[] ints(int length) throws IOException {
    int[] ints = new int[length];
    read(length, (piece, at) -> piece.asIntBuffer().get(ints, at, piece.remaining() / 4));
    return ints;
  }

  float[] floats(int length) throws IOException {
    float[] floats = new float[length];
    read(length, (piece, at) -> piece.asFloatBuffer().get(floats, at, piece.remaining() / 4));
    return floats;
  }

  /** Reads bytes, and the zeros that follow them. */
  byte[] bytes(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length + 3 & ~3);
    read(bytes.capacity() / 4, (piece, at) -> bytes.put(piece));
    return Arrays.copyOf(bytes.array(), length);
  }

  private void read(int numbers, ObjIntConsumer<ByteBuffer> taker) throws IOException {
    for (int done = 0; done < numbers; ) {
      ByteBuffer piece = next(numbers - done);
      int count = piece.remaining() / 4;
      taker.accept(piece, done);
      done += count;
    }
  }

  int nextInt() throws IOException {
    return next(1).getInt();
  }

  long nextLong() throws IOException {
    return Integer.toUnsignedLong(nextInt()) | (long) nextInt() << 32;
  }

  /** Returns the next numbers, or some of them, and counts them into the checksum. */
  private ByteBuffer next(int numbers) throws IOException {
    if (!window.hasRemaining()) {
      fill();
    }
    int bytes = (int) Math.min(4L * numbers, window.remaining());
    ByteBuffer piece = window.slice(window.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
    crc.update(piece.duplicate());
    window.position(window.position() + bytes);
    return piece;
  }

  private void fill() throws IOException {
    int bytes = (int) Math.min(WINDOW, to - at);
    if (bytes == 0) {
      throw new EOFException("it is cut off");
    }
    window = WINDOWS.get();
    window.clear().limit(bytes);
    while (window.hasRemaining()) {
      if (channel.read(window, at + window.position()) < 0) {
        throw new EOFException("it is cut off");
      }
    }
    window.flip();
    at += bytes;
  }
}
