package io.papilio.bench;

/** The sections of a Markdown file, each under a title of its own. */
final class Sections {
  private static final String MARK = "## ";

  private Sections() {}

  /** Puts a section in the place of one with the same title, or at the end. */
  static String put(String text, String title, String body) {
    String section = MARK + title + "\n\n" + body;
    int start = (("\n" + text).indexOf("\n" + MARK + title + "\n"));
    if (start < 0) {
      return text + (text.endsWith("\n\n") ? "" : "\n") + section;
    }
    int end = text.indexOf("\n" + MARK, start);
    return text.substring(0, start) + section + (end < 0 ? "" : text.substring(end));
  }
}
