package io.papilio.cli.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/** How values are spelled on the command line: constants in small letters, with hyphens. */
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
    registerNumbers(line);
    for (ArgSpec argument : line.getCommandSpec().args()) {
      for (Class<?> type : argument.auxiliaryTypes()) {
        if (type.isEnum()) {
          register(line, type);
        }
      }
    }
    line.getSubcommands().values().forEach(Names::register);
  }

  /** picocli would say that a word is no {@code long}. */
  private static void registerNumbers(CommandLine line) {
    for (Class<Integer> type : List.of(int.class, Integer.class)) {
      line.registerConverter(type, text -> number(text, Integer::valueOf, "an integer"));
    }
    for (Class<Double> type : List.of(double.class, Double.class)) {
      line.registerConverter(type, text -> number(text, Double::valueOf, "a number"));
    }
    line.registerConverter(long.class, text -> number(text, Long::valueOf, "an integer"));
  }

  private static <T> T number(String text, Function<String, T> parse, String kind) {
    try {
      return parse.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not " + kind);
    }
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
