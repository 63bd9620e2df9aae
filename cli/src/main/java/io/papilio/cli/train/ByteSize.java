package io.papilio.cli.train;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A size such as {@code 2g} or {@code 500m}, as {@code -Xmx} takes it, in bytes. */
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg]?)b?");
  private static final String UNITS = "kmg";
  private static final long LEAST = 1 << 20;

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is no size like 500m or 2g");
    }
    int unit = matcher.group(2).isEmpty() ? 0 : 1 + UNITS.indexOf(matcher.group(2));
    long bytes = Long.parseLong(matcher.group(1)) << 10 * unit;
    if (bytes < LEAST) {
      throw new TypeConversionException("'" + text + "' is too little: 1m is the least");
    }
    return bytes;
  }
}
