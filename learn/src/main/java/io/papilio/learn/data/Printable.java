package io.papilio.learn.data;

/** Makes text harmless that may quote a file or the command line: a terminal obeys some of it. */
public final class Printable {

  private Printable() {}

  /** Returns the text with {@code \}{@code u001b} and the like in place of what no one can see. */
  public static String text(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isShown(point)) {
                shown.appendCodePoint(point);
              } else {
                shown.append("\\u%04x".formatted(point));
              }
            });
    return shown.toString();
  }

  private static boolean isShown(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
