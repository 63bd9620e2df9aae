package io.papilio.learn.data;

import java.util.regex.Pattern;

/** Makes text harmless that may quote a file or the command line: a terminal obeys some of it. */
public final class Printable {
  private static final Pattern HIDDEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private Printable() {}

  /** Returns the text with {@code \}{@code u001b} and the like in place of what no one can see. */
  public static String text(String text) {
    return HIDDEN
        .matcher(text)
        .replaceAll(found -> "\\\\u%04x".formatted(found.group().codePointAt(0)));
  }
}
