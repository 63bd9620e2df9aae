package io.papilio.learn.data;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** How a file is compressed: told from its first bytes, since names lie. */
enum Compression {
  GZIP(0x1f, 0x8b) {
    @Override
    InputStream decode(InputStream in) throws IOException {
      return GzipCompressorInputStream.builder() // the JDK's may end after the first member
          .setInputStream(in)
          .setBufferSize(BUFFER_BYTES)
          .setDecompressConcatenated(true)
          .get();
    }
  },
  BZIP2('B', 'Z', 'h') {
    @Override
    InputStream decode(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in, true);
    }
  },
  ZSTD(0x28, 0xb5, 0x2f, 0xfd) {
    @Override
    InputStream decode(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }
  };

  private static final int LONGEST = 4; // of what they begin with
  private static final int BUFFER_BYTES = 64 * 1024;

  private final byte[] magic;

  Compression(int... magic) {
    this.magic = new byte[magic.length];
    for (int i = 0; i < magic.length; i++) {
      this.magic[i] = (byte) magic[i];
    }
  }

  abstract InputStream decode(InputStream in) throws IOException;

  /** A stream, and how it was compressed if it was. */
  record Decoded(InputStream stream, Optional<Compression> compression) implements Closeable {
    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /** The text in a stream, whether it is compressed or not. */
  static Decoded open(InputStream in) throws IOException {
    BufferedInputStream stream = new BufferedInputStream(in, BUFFER_BYTES);
    stream.mark(LONGEST);
    Optional<Compression> compression = of(stream.readNBytes(LONGEST));
    stream.reset();
    return new Decoded(
        compression.isPresent() ? compression.get().decode(stream) : stream, compression);
  }

  /** Returns how a file is compressed that begins with these bytes; empty if it is not. */
  static Optional<Compression> of(byte[] first) {
    return Arrays.stream(values()).filter(each -> each.begins(first)).findFirst();
  }

  private boolean begins(byte[] first) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= first.length || first[i] != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
