package io.papilio.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Options of {@code papilio train} that make sense within Spark, as words: {@code --l2 0.5}. */
record TrainArguments(Map<String, List<String>> values) {
  private static final Set<String> LISTS = Set.of("--data", "--test");

  private static final Set<String> KNOWN =
      Set.of(
          "--data",
          "--test",
          "--out",
          "--format",
          "--bits",
          "--label",
          "--model",
          "--loss",
          "--optimizer",
          "--epochs",
          "--iterations",
          "--batch",
          "--rate",
          "--l2",
          "--l1",
          "--tolerance",
          "--seed",
          "--sync",
          "--consistency",
          "--workers");

  /**
   * From words.
   *
   * @throws IllegalArgumentException if one is not understood
   */
  static TrainArguments parse(List<String> words) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    String name = "";
    for (String word : words) {
      String[] parts = word.startsWith("--") ? word.split("=", 2) : new String[] {word};
      if (word.startsWith("--")) {
        name = parts[0];
        if (!KNOWN.contains(name)) {
          throw new IllegalArgumentException(
              "%s is not for Spark; there are: %s"
                  .formatted(name, String.join(" ", KNOWN.stream().sorted().toList())));
        }
        values.putIfAbsent(name, new ArrayList<>());
      }
      String value = parts[parts.length - 1];
      if (name.isEmpty()) {
        throw new IllegalArgumentException("'%s' is no option".formatted(word));
      }
      if (!value.startsWith("--")) {
        values.get(name).add(value);
      }
    }
    TrainArguments arguments = new TrainArguments(values);
    values.keySet().forEach(arguments::check);
    return arguments;
  }

  private void check(String name) {
    int count = values.get(name).size();
    if (count == 0 || count > 1 && !LISTS.contains(name)) {
      throw new IllegalArgumentException("%s has %d values".formatted(name, count));
    }
  }

  /** Of an option that may have several. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  Optional<String> text(String name) {
    return all(name).stream().findFirst();
  }

  String text(String name, String usual) {
    return text(name).orElse(usual);
  }

  Optional<Integer> whole(String name) {
    return text(name).map(text -> (int) number(name, text));
  }

  Optional<Double> number(String name) {
    return text(name).map(text -> number(name, text));
  }

  private static double number(String name, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s must be a number, not %s".formatted(name, text), e);
    }
  }
}
