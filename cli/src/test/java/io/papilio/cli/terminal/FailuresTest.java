package io.papilio.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailuresTest {
  private static final String RED = "\u001b[31m";

  @TempDir private Path folder;

  /** A terminal would obey what a file or a word of the command line holds. */
  @Test
  void shouldShowWhatATerminalWouldObey() throws IOException {
    Path graph = Files.writeString(folder.resolve("graph.txt"), "0 1\n1 " + RED + "0\n");
    Run.isRefused("'\\u001b[31m0' is no rank", "graph", graph.toString(), "--workers", "2");
    Run.isRefused("'\\u001b[31m0' is no rank", "train", "--sync", "graph:" + graph);
    Run.isRefused("no strategy '\\u001b[31m'", "train", "--sync", RED);
    Run.isRefused("'\\u001b[31m'", "train", "--epochs", "1", "--workers", RED);
  }

  @Test
  void shouldSayWhereFilesGo() {
    Run.isRefused("'a.svm'; name files behind --data (see", "train", "a.svm");
    String[] export = {"export", "--model-file", "m", "--format", "vw", "--out", "o", "a.svm"};
    Run.isRefused("'a.svm' (see", export);
    Run.isRefused("Unknown option: '--dat'; did you mean --data", "train", "--dat");
  }

  @Test
  void shouldWarnOfItAlike() throws IOException {
    Path chain = Files.writeString(folder.resolve(RED + ".txt"), "0 1\n");
    Run run = Run.succeeds("graph", chain.toString(), "--workers", "2");
    assertTrue(run.err().contains("\\u001b[31m.txt is not strongly connected"), run.err());
    assertFalse(run.err().contains(RED), run.err());
  }
}
