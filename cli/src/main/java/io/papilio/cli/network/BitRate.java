package io.papilio.cli.network;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A speed such as {@code 200mbit}, as bytes a second. */
final class BitRate implements ITypeConverter<Double> {
  private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)(k|m|g)?bit(?:/s)?");
  private static final Map<String, Double> UNITS = Map.of("k", 1e3, "m", 1e6, "g", 1e9);

  @Override
  public Double convert(String text) {
    Matcher matcher = TEXT.matcher(text.toLowerCase(Locale.ROOT));
    double bits =
        matcher.matches()
            ? Double.parseDouble(matcher.group(1))
                * (matcher.group(2) == null ? 1 : UNITS.get(matcher.group(2)))
            : 0;
    if (bits <= 0) {
      throw new TypeConversionException("'" + text + "' is no speed like 200mbit or 10gbit");
    }
    return bits / 8;
  }
}
