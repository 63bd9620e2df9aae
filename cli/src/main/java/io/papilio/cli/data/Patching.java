package io.papilio.cli.data;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How many parts of images, and of how many pixels: {@code 8x8:10000}. */
record Patching(int height, int width, long count) {

  /** From such a text. */
  static final class Converter implements ITypeConverter<Patching> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,4})x(\\d{1,4}):(\\d{1,12})");

    @Override
    public Patching convert(String text) {
      Matcher matcher = TEXT.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException("'" + text + "' is not HxW:COUNT, like 8x8:10000");
      }
      return new Patching(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Long.parseLong(matcher.group(3)));
    }
  }
}
