package io.papilio.learn.data.read;

import io.papilio.learn.data.format.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a plain file: the lines whose first byte lies in it.
 *
 * <pre>
 *   file     aaaa\n bbbbb\n cc\n d\n
 *   splits   |        |        |   |
 *   lines    a, b       c, d    none
 * </pre>
 *
 * So it reads on behind its end until the last line is complete, and skips to the first line end
 * from the byte before its beginning. Every line belongs to exactly one split, wherever one cuts.
 *
 * @param isLineStart whether a line is known to begin at {@code from}
 */
record Split(Path path, long from, long to, boolean isLineStart) {
  private static final int LINE = 4096; // room for the rest of the last line, mostly

  /** Returns what lies in a range of a file whose first line begins at an offset. */
  static Split of(Path path, long from, long to, long firstLine) {
    return new Split(path, Math.max(from, firstLine), to, from <= firstLine);
  }

  List<Split> cut(int bytes) {
    List<Split> splits = new ArrayList<>();
    for (long at = from; at < to; at += bytes) {
      splits.add(new Split(path, at, Math.min(at + bytes, to), isLineStart && at == from));
    }
    return splits;
  }

  /** Reads its lines, into {@code room} if that is large enough. */
  Text read(byte[] room) throws IOException {
    long start = isLineStart ? from : from - 1;
    int length = Math.toIntExact(to - start);
    try (FileChannel channel = FileChannel.open(path)) {
      byte[] bytes = length <= room.length ? room : new byte[length + LINE];
      int filled = fill(channel, start, ByteBuffer.wrap(bytes, 0, length));
      int first = isLineStart ? 0 : Text.lineEnd(bytes, 0, filled) + 1;
      if (first >= filled) {
        return Text.EMPTY;
      }
      while (bytes[filled - 1] != '\n') {
        if (filled == bytes.length) {
          bytes = Text.grow(bytes);
        }
        int end = fill(channel, start, ByteBuffer.wrap(bytes, filled, bytes.length - filled));
        if (end == filled) {
          break;
        }
        filled = Math.min(Text.lineEnd(bytes, filled, end) + 1, end);
      }
      return new Text(bytes, first, filled, start + first, Text.UNKNOWN);
    }
  }

  /** Returns the number of the line that begins at an offset of a file; the first is 1. */
  static long lineAt(Path path, long offset) throws IOException {
    byte[] bytes = new byte[1 << 16];
    long line = 1;
    try (FileChannel channel = FileChannel.open(path)) {
      for (long at = 0; at < offset; at += bytes.length) {
        int length = (int) Math.min(bytes.length, offset - at);
        int filled = fill(channel, at, ByteBuffer.wrap(bytes, 0, length));
        for (int i = Text.lineEnd(bytes, 0, filled); i < filled; line++) {
          i = Text.lineEnd(bytes, i + 1, filled);
        }
      }
    }
    return line;
  }

  /** Fills up a buffer of what follows a position in the file; says how much it then has. */
  private static int fill(FileChannel channel, long start, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining() && channel.read(buffer, start + buffer.position()) >= 0) {
      // again: a read may return less than was asked for
    }
    return buffer.position();
  }
}
