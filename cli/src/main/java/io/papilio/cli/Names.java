package io.papilio.cli;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How constants are spelled on the command line: in small letters, with hyphens. */
final class Names {

  private Names() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Picocli's own messages would spell them as the code does. */
  static <E extends Enum<E>> ITypeConverter<E> converter(Class<E> type) {
    return text -> {
      for (E constant : type.getEnumConstants()) {
        if (of(constant).equals(text)) {
          return constant;
        }
      }
      String known =
          String.join(", ", Arrays.stream(type.getEnumConstants()).map(Names::of).toList());
      throw new TypeConversionException("'" + text + "' is none of " + known);
    };
  }
}
