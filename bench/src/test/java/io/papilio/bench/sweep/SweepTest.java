package io.papilio.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class SweepTest {
  private static final String SWEEP =
      """
      {"title": "Numbers", "page": "page.md", "files": {"a.svm": {"kind": "rcv1", "rows": 3}},
       "tables": [
         {"name": "said", "columns": ["number", "count number"],
          "each": {"kind": "program", "rounds": 2, "capture": {"number": "([0-9]+)"}},
          "axes": {"who": [
            {"label": "one", "version": ["echo", "Echo 1.2"], "commands": [["echo", "1"]]},
            {"label": "lines", "commands": [["sh", "-c", "wc -l < {FILES}/a.svm"]]},
            {"label": "bad", "commands": [["sh", "-c", "echo oops {FILES} {ROOT} >&2; exit 3"]]},
            {"label": "absent", "needs": "no-such-program", "commands": []}]}},
         {"name": "other", "columns": ["number"], "each":
          {"kind": "program", "commands": [["echo", "7"]], "capture": {"number": "([0-9]+)"}}}]}
      """;

  private static final String PAGE = "text\n<!-- table said -->\n<!-- end -->\n";

  @TempDir private Path root;
  private String before;

  @BeforeEach
  void createRepository() throws IOException {
    before = System.setProperty("papilio.root", root.toString());
    Files.createFile(root.resolve("papilio"));
    Files.createDirectories(root.resolve("bench/sweeps"));
    Files.writeString(root.resolve("bench/sweeps/numbers.json"), SWEEP);
    Files.writeString(root.resolve("page.md"), PAGE);
  }

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty("papilio.root");
    } else {
      System.setProperty("papilio.root", before);
    }
  }

  private static int run(String... arguments) {
    return new CommandLine(new Sweep()).execute(arguments);
  }

  @Test
  void shouldMeasureInTurnsAndGoOnAfterFailures() throws IOException {
    Path file = root.resolve("out/n.md");
    assertEquals(1, run("numbers", "--out", file.toString()));
    String text = Files.readString(file);
    assertTrue(text.contains("| one | 1 | 2 |\n| lines | 3 | 2 |\n"), text);
    assertTrue(text.contains("- version: Echo 1.2\n"), text);
    assertTrue(text.contains("said, absent: left out without no-such-program"), text);
    assertTrue(text.contains("round 2 of 2: bad: sh ended with 3: oops {FILES} {ROOT}"), text);
    JsonNode rows = new ObjectMapper().readTree(root.resolve("out/n.json").toFile()).get("said");
    assertEquals(List.of("one", "lines", "one", "lines"), rows.findValuesAsText("who"));
    assertEquals(List.of("0", "0", "1", "1"), rows.findValuesAsText("round"));
    assertEquals(PAGE, Files.readString(root.resolve("page.md")));
  }

  @Test
  void shouldFillThePage() throws IOException {
    run("numbers", "said", "--rounds", "1");
    String page = Files.readString(root.resolve("page.md"));
    assertTrue(page.contains("| one | 1 | 1 |\n"), page);
    assertTrue(page.startsWith("text\n<!-- table said -->\n| who |"), page);
    try (Stream<Path> results = Files.list(root.resolve("bench/results"))) {
      assertEquals(2, results.count()); // Markdown and JSON
    }
  }

  @Test
  void shouldNameNoFolders() throws IOException {
    Path file = root.resolve("n.md");
    run("numbers", "other", "--data", root.toString(), "--out", file.toString());
    String text = Files.readString(file);
    assertTrue(text.contains("`bench/run numbers other --data DIR`"), text);
  }

  @Test
  void shouldRefuseWhatIsNotThere() {
    assertEquals(2, run("letters"));
    assertEquals(2, run("numbers", "letters"));
  }
}
