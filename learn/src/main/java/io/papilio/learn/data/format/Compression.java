package io.papilio.learn.data.format;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** How a file is compressed: told from its first bytes, since names lie. */
public enum Compression {
  GZIP( // the JDK's decoder may end after the first member
      in ->
          GzipCompressorInputStream.builder()
              .setInputStream(in)
              .setBufferSize(Compression.BUFFER_BYTES)
              .setDecompressConcatenated(true)
              .get(),
      0x1f,
      0x8b),
  BZIP2(in -> new BZip2CompressorInputStream(in, true), 'B', 'Z', 'h'),
  ZSTD(in -> new ZstdInputStream(in), 0x28, 0xb5, 0x2f, 0xfd);

  private static final int LONGEST = 4; // of what they begin with
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Decoder decoder;
  private final int[] magic;

  Compression(Decoder decoder, int... magic) {
    this.decoder = decoder;
    this.magic = magic;
  }

  private interface Decoder {
    InputStream decode(InputStream in) throws IOException;
  }

  /** What a file holds, and how it was compressed. */
  public record Decoded(InputStream stream, Optional<Compression> compression)
      implements Closeable {
    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /** Returns what a file holds; closing it closes the file. */
  public static Decoded open(InputStream in) throws IOException {
    BufferedInputStream stream = new BufferedInputStream(in, BUFFER_BYTES);
    stream.mark(LONGEST);
    Optional<Compression> compression = of(stream.readNBytes(LONGEST));
    stream.reset();
    return new Decoded(
        compression.isPresent() ? compression.get().decoder.decode(stream) : stream, compression);
  }

  /** Returns how a file is compressed that begins with these bytes; empty if it is not. */
  public static Optional<Compression> of(byte[] first) {
    return Arrays.stream(values()).filter(each -> each.begins(first)).findFirst();
  }

  private boolean begins(byte[] first) {
    return first.length >= magic.length
        && IntStream.range(0, magic.length).allMatch(i -> (first[i] & 0xff) == magic[i]);
  }
}
