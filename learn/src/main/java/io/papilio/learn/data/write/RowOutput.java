package io.papilio.learn.data.write;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * A text file under way, packed as the ending of its name says: {@code .gz}, {@code .bz2}, {@code
 * .zst} or not at all.
 *
 * <p>Numbers are printed as short as they can be and still be read back to the same bits:
 *
 * <pre>
 *   0.1f = 0.100000001490116...   six digits: 0.100000    reads back, so 0.1
 *   1/3f = 0.333333343267441...   six: 0.333333 does not, seven: 0.3333333 neither,
 *                                 eight: 0.33333334 does
 * </pre>
 *
 * Whatever needs less than six digits ends in zeros with six (a float keeps six digits of any
 * decimal), and nine are always enough: so four attempts find the shortest.
 */
final class RowOutput implements Closeable {
  private static final int LONGEST = 32;
  private static final int INTEGERS_BELOW = 1_000_000_000;
  private static final float PLAIN_FROM = 1e-5f; // below it numbers are printed as 1.5E-7
  private static final int FEWEST_DIGITS = 6;
  private static final int MOST_DIGITS = 9;
  private static final long[] POWERS = LongStream.iterate(1, p -> 10 * p).limit(15).toArray();

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int size;

  RowOutput(Path file) throws IOException {
    OutputStream plain = Files.newOutputStream(file);
    try {
      out = packed(plain, file.getFileName().toString().toLowerCase(Locale.ROOT));
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  private static OutputStream packed(OutputStream plain, String name) throws IOException {
    if (name.endsWith(".gz")) {
      return new GZIPOutputStream(plain, 1 << 16);
    } else if (name.endsWith(".bz2")) {
      return new BZip2CompressorOutputStream(plain);
    } else if (name.endsWith(".zst")) {
      return new ZstdOutputStream(plain);
    }
    return plain;
  }

  void put(char ascii) throws IOException {
    if (size == buffer.length) {
      flush();
    }
    buffer[size++] = (byte) ascii;
  }

  void put(String ascii) throws IOException {
    for (int i = 0; i < ascii.length(); i++) {
      put(ascii.charAt(i));
    }
  }

  void put(long number) throws IOException {
    if (size > buffer.length - LONGEST) {
      flush();
    }
    digits(number, length(number));
  }

  void put(float number) throws IOException {
    if (size > buffer.length - LONGEST) {
      flush();
    }
    float absolute = Math.abs(number);
    if (!(absolute < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("not to be written: " + number);
    }
    if (Float.floatToRawIntBits(number) < 0) {
      buffer[size++] = '-';
    }
    if (absolute < INTEGERS_BELOW && absolute == (int) absolute) {
      digits((int) absolute, length((int) absolute));
    } else if (absolute >= PLAIN_FROM && absolute < INTEGERS_BELOW) {
      fraction(absolute);
    } else {
      rare(absolute);
    }
  }

  /**
   * A number that is no integer. A decimal is read back as the double next to it, and that as the
   * float next to it. This is what a parser makes of it in one step, unless the double lies just in
   * the middle of two floats where the decimal does not; none of up to eight digits does in this
   * range (all were tried), and one of nine is far from the middle.
   */
  private void fraction(float number) {
    int whole = number < 1 ? 0 : length((long) number);
    for (double tenths = number; tenths < 0.1; tenths *= 10) {
      whole--; // zeros after the point
    }
    int decimals = Math.max(FEWEST_DIGITS - whole, 1);
    double scaled = Math.rint(number * (double) POWERS[decimals]);
    while ((float) (scaled / POWERS[decimals]) != number) {
      decimals++;
      scaled = Math.rint(number * (double) POWERS[decimals]);
    }
    decimal((long) scaled, decimals);
  }

  private void decimal(long scaled, int decimals) {
    long integer = scaled / POWERS[decimals];
    long rest = scaled - integer * POWERS[decimals];
    int places = decimals;
    for (; rest % 10 == 0; rest /= 10) {
      places--;
    }
    digits(integer, length(integer));
    buffer[size++] = '.';
    digits(rest, places);
  }

  private void rare(float number) {
    BigDecimal exact = new BigDecimal(number);
    BigDecimal rounded = exact;
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
      rounded = exact.round(new MathContext(digits));
      if (Float.parseFloat(rounded.toString()) == number) {
        break;
      }
    }
    byte[] text = rounded.toString().getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, buffer, size, text.length);
    size += text.length;
  }

  /** So many digits, with zeros in front; two at a time, as dividing is what takes long. */
  private void digits(long number, int count) {
    long rest = number;
    int at = size + count;
    for (; at >= size + 2; rest /= 100) {
      int two = (int) (rest % 100);
      buffer[--at] = (byte) ('0' + two % 10);
      buffer[--at] = (byte) ('0' + two / 10);
    }
    if (at > size) {
      buffer[size] = (byte) ('0' + rest);
    }
    size += count;
  }

  private static int length(long number) {
    int length = 1;
    while (length < POWERS.length && number >= POWERS[length]) {
      length++;
    }
    return length;
  }

  private void flush() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
