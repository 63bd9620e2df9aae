package io.papilio.learn.data.read;

import io.papilio.learn.data.format.Text;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts a stream into texts of about the same length.
 *
 * <pre>
 *   read    aaaa\n bbb | bb\n ccc
 *   given   aaaa\n     | bbbbb\n  | ccc      the rest of a text begins the next one
 * </pre>
 */
final class Blocks {
  private final InputStream stream;
  private final int blockBytes;
  private byte[] buffer;
  private int from;
  private int filled;
  private boolean atEnd;

  /** Cuts what was already read of a stream, and the rest of it. */
  Blocks(Text begun, InputStream stream, int blockBytes) {
    this.stream = stream;
    this.blockBytes = blockBytes;
    this.from = begun.from();
    this.filled = begun.to();
    this.buffer = Arrays.copyOf(begun.bytes(), Math.max(blockBytes, filled + 1));
  }

  /** Returns the next lines; nothing at the end. */
  Optional<Text> next() throws IOException {
    while (!atEnd) {
      filled += stream.readNBytes(buffer, filled, buffer.length - filled);
      atEnd = filled < buffer.length;
      int cut = atEnd ? filled : afterLastLine();
      if (cut > from) {
        return Optional.of(take(cut));
      }
      if (!atEnd) {
        buffer = Text.grow(buffer);
      }
    }
    return Optional.empty();
  }

  /** Returns where the last line begins, which may lack its end. */
  private int afterLastLine() {
    int at = filled;
    while (at > from && buffer[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  private Text take(int cut) {
    Text text = new Text(buffer, from, cut);
    int rest = filled - cut;
    byte[] next = new byte[atEnd ? 0 : Math.max(blockBytes, rest + 1)];
    System.arraycopy(buffer, cut, next, 0, rest);
    buffer = next;
    from = 0;
    filled = rest;
    return text;
  }
}
