package io.papilio.bench;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Of other programs, by name; who is not installed is left out, and it is said why. */
final class Versions {
  private final PrintStream progress;
  private final Map<String, String> versions = new LinkedHashMap<>();

  Versions(PrintStream progress) {
    this.progress = progress;
  }

  /** Notes the version, or that it is missing and what it needs; returns it. */
  Optional<String> note(String what, Optional<String> version, String packages) {
    if (version.isEmpty()) {
      progress.println(what + " is left out; on Debian: apt install " + packages);
    }
    versions.put(what, version.orElse("not installed"));
    return version;
  }

  /** Or that they are not installed. */
  Map<String, String> all() {
    return versions;
  }
}
