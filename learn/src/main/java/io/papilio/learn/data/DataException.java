package io.papilio.learn.data;

/**
 * Input that cannot be used: which file, which line and column if there are any, and why. The
 * message can be shown on a terminal whatever the file holds: control characters are escaped, and
 * long text is cut.
 */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int LONGEST = 300; // of a problem, which may quote the file
  private static final int TAIL = 100;

  private final String file;
  private final long line;

  public DataException(String file, String problem) {
    this(file, problem, null);
  }

  public DataException(String file, long line, int column, String problem) {
    super("%s, line %d, column %d: %s".formatted(title(file), line, column, shown(problem)));
    this.file = file;
    this.line = line;
  }

  public DataException(String file, String problem, Throwable cause) {
    super(title(file) + ": " + shown(problem), cause);
    this.file = file;
    this.line = 0;
  }

  /** What another worker found. */
  DataException(Report.BadLine found) {
    super(found.message());
    this.file = found.file();
    this.line = found.line();
  }

  /** Returns it as a value that can be sent to other workers. */
  Report.BadLine found() {
    return new Report.BadLine(file, line, getMessage());
  }

  /** Escapes what a terminal would not show, and cuts out the middle of long text. */
  private static String shown(String text) {
    String cut =
        text.length() <= LONGEST
            ? text
            : text.substring(0, LONGEST - TAIL) + " ... " + text.substring(text.length() - TAIL);
    return Printable.text(cut);
  }

  private static String title(String file) {
    return file.equals(Source.STANDARD_INPUT) ? "standard input" : Printable.text(file);
  }
}
