package io.papilio.learn.data;

/** Input that cannot be used: which file, which line and column if there are any, and why. */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** About a file as a whole. */
  public DataException(String file, String problem) {
    super(file + ": " + problem);
  }

  public DataException(String file, long line, int column, String problem) {
    super("%s, line %d, column %d: %s".formatted(file, line, column, problem));
  }

  public DataException(String file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
