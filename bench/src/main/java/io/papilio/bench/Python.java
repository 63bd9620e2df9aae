package io.papilio.bench;

import java.util.List;
import java.util.Optional;

/**
 * An interpreter that has a module.
 *
 * @param version of the module
 */
record Python(String interpreter, String version) {
  /** Debian's modules belong to Debian's Python, which may not be the first one of the path. */
  private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

  /** One in which this prints the version of the module. */
  static Optional<Python> with(String script) throws InterruptedException {
    for (String interpreter : INTERPRETERS) {
      Optional<String> version = Child.tryOutput(interpreter, "-c", script);
      if (version.isPresent()) {
        return Optional.of(new Python(interpreter, version.get().strip()));
      }
    }
    return Optional.empty();
  }
}
