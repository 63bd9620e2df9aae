package io.papilio.learn.setting;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One thing that a model or an optimizer can be told: {@code --l2 0.5} on the command line, {@code
 * set("l2", 0.5)} in Java and in Spark.
 *
 * @param name in small letters, with hyphens
 * @param label what stands for the value in help texts, such as {@code N}
 * @param usual its default, as text; empty if it depends on the data
 * @param description what it does, with its unit
 * @param type what its values are for those who have types of their own
 * @param parser makes a value of text, or throws an IllegalArgumentException that says which values
 *     there are, in words that follow the setting's name: "must be 1 or more"
 * @param <T> the type of its values
 */
public record Setting<T>(
    String name,
    String label,
    String usual,
    String description,
    Type type,
    Function<String, T> parser) {

  /** What values are. */
  public enum Type {
    /** Numbers; perhaps also a word in place of one, such as auto. */
    NUMBER,
    /** Whole numbers, 1 or more. */
    COUNT,
    /** Words. */
    TEXT
  }

  /** Returns a setting whose values are finite numbers, 0 or more. */
  public static Setting<Double> number(
      String name, String label, String usual, String description) {
    return number(name, label, usual, description, text -> number(text, "0 or more", false));
  }

  /** Returns a setting whose values are finite numbers above 0. */
  public static Setting<Double> positive(
      String name, String label, String usual, String description) {
    return number(name, label, usual, description, text -> number(text, "above 0", true));
  }

  /** Returns a setting whose values are numbers, with a parser of its own. */
  public static <T> Setting<T> number(
      String name, String label, String usual, String description, Function<String, T> parser) {
    return new Setting<>(name, label, usual, description, Type.NUMBER, parser);
  }

  /** Returns a setting whose values are whole numbers, 1 or more. */
  public static Setting<Integer> count(
      String name, String label, String usual, String description) {
    return new Setting<>(name, label, usual, description, Type.COUNT, Setting::whole);
  }

  /** Returns a setting whose values are the constants of an enum, by their {@link #spelling}. */
  public static <E extends Enum<E>> Setting<E> choice(String name, E usual, String description) {
    List<E> all = List.of(usual.getDeclaringClass().getEnumConstants());
    String names = all.stream().map(Setting::spelling).collect(Collectors.joining("|"));
    return new Setting<>(
        name, names, spelling(usual), description, Type.TEXT, text -> constant(all, text));
  }

  /** Returns how a constant is spelled by users: in small letters, with hyphens. */
  public static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the constant that users spell so. */
  public static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return constant(Arrays.asList(type.getEnumConstants()), text);
  }

  private static <E extends Enum<E>> E constant(List<E> all, String text) {
    return all.stream()
        .filter(one -> spelling(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "must be one of %s, not '%s'"
                        .formatted(
                            all.stream().map(Setting::spelling).collect(Collectors.joining(", ")),
                            text)));
  }

  private static double number(String text, String range, boolean isAboveZero) {
    double value = Double.NaN;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      // Not a number is none of the values below.
    }
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY) || isAboveZero && value == 0) {
      throw new IllegalArgumentException("must be a number, %s, not %s".formatted(range, text));
    }
    return value;
  }

  private static int whole(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // What is no whole number is none of the values.
    }
    throw new IllegalArgumentException("must be a whole number, 1 or more, not " + text);
  }

  /** Returns the value of a text; an error names the setting. */
  public T parse(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " " + e.getMessage(), e);
    }
  }
}
