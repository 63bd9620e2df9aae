package io.papilio.runtime.launch;

import java.util.Map;

/**
 * How a worker ended.
 *
 * @param code its exit code; 128 + n if signal n ended it
 */
public record Exit(int rank, long pid, int code) {
  private static final int SIGNALED = 128;
  private static final int LAST_SIGNAL = 64;

  /** Those that have the same number on Linux and macOS, and that end a process. */
  private static final Map<Integer, String> SIGNALS =
      Map.of(
          1, "SIGHUP",
          2, "SIGINT",
          3, "SIGQUIT",
          4, "SIGILL",
          6, "SIGABRT",
          8, "SIGFPE",
          9, "SIGKILL",
          11, "SIGSEGV",
          13, "SIGPIPE",
          15, "SIGTERM");

  /** Such as {@code worker 2 (pid 123) was killed by signal 9 (SIGKILL)}. */
  public String describe() {
    return "worker " + rank + " (pid " + pid + ") " + manner();
  }

  /** Such as {@code was killed by signal 9 (SIGKILL)}. */
  public String manner() {
    int signal = code - SIGNALED;
    if (code == 0) {
      return "ended normally";
    }
    if (signal < 1 || signal > LAST_SIGNAL) {
      return "ended with code " + code;
    }
    String name = SIGNALS.get(signal);
    return "was killed by signal " + signal + (name == null ? "" : " (" + name + ")");
  }
}
