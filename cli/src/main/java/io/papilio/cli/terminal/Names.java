package io.papilio.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/** How constants are spelled on the command line: in small letters, with hyphens. */
public final class Names {

  private Names() {}

  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Lets a command and its subcommands take constants by these names; picocli's own messages would
   * spell them as the code does.
   */
  public static void register(CommandLine line) {
    for (ArgSpec argument : line.getCommandSpec().args()) {
      for (Class<?> type : argument.auxiliaryTypes()) {
        if (type.isEnum()) {
          register(line, type);
        }
      }
    }
    line.getSubcommands().values().forEach(Names::register);
  }

  private static <T> void register(CommandLine line, Class<T> type) {
    line.registerConverter(type, text -> constant(type, text));
  }

  private static <T> T constant(Class<T> type, String text) {
    Map<String, T> known = new LinkedHashMap<>();
    for (T constant : type.getEnumConstants()) {
      known.put(of((Enum<?>) constant), constant);
    }
    if (!known.containsKey(text)) {
      throw new TypeConversionException(
          "'" + text + "' is none of " + String.join(", ", known.keySet()));
    }
    return known.get(text);
  }
}
