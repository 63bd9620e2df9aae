package io.papilio.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Where the sources are; the scripts that start a command say it. */
final class Root {
  private static final String PROPERTY = "papilio.root";

  private Root() {}

  static Path folder() {
    Path root = Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath();
    if (!Files.exists(root.resolve("papilio"))) {
      throw new IllegalStateException("no papilio in " + root + ": start this by its script");
    }
    return root;
  }

  /** Where results are kept. */
  static Path results() {
    return folder().resolve("bench").resolve("results");
  }

  /**
   * What the user has typed, but for folders of this machine: where results go is of no use to
   * others, and where data come from is named by its kind only.
   */
  static String command(CommandSpec command) {
    List<String> words = command.commandLine().getParseResult().originalArgs();
    return withoutFolders((command.name() + " " + String.join(" ", words)).strip());
  }

  static String withoutFolders(String command) {
    return command
        .replaceAll(" --out[ =]\\S+", "")
        .replaceAll(" --(rcv1|splice)[ =]\\S+", " --$1 DIR");
  }
}
