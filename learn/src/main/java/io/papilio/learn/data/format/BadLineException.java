package io.papilio.learn.data.format;

/** A line that cannot be parsed. Without a stack trace: a file may have millions of them. */
public final class BadLineException extends Exception {
  private static final long serialVersionUID = 1;

  private final int column;

  /** Columns count bytes and begin at 1. */
  public BadLineException(int column, String problem) {
    super(problem, null, false, false);
    this.column = column;
  }

  public int column() {
    return column;
  }
}
