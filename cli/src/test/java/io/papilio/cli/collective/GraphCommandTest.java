package io.papilio.cli.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphCommandTest {
  @TempDir Path folder;

  @Test
  void shouldDescribeATopology() {
    Run run = Run.succeeds("graph", "butterfly", "--workers", "8");
    assertTrue(run.out().startsWith("butterfly among 8 workers. "), run.out());
    assertEquals("3 iterations", run.line("period"));
    assertEquals("1", run.line("out-degree"));
    assertEquals("1.00000", run.line("spectral gap"));
    assertEquals("yes", run.line("doubly stochastic"));
    assertEquals("yes", run.line("strongly connected"));
    assertEquals("4            7            1", run.line("5 "));
    assertEquals("", run.err());
  }

  @ParameterizedTest
  @CsvSource({
    "ring, 25, 1, 0.00789, true",
    "expander, 25, 2, 0.1419, true",
    "complete, 40, 39, 1, true",
    "butterfly, 17, 1, 0.94, true",
    "ring, 1, 0, 1, true",
    "chain, 25, 1, 0.00214, false"
  })
  void shouldWriteJson(String name, int workers, int degree, double gap, boolean keepsMean)
      throws IOException {
    Run run = Run.succeeds("graph", name, "--workers", String.valueOf(workers), "--json", "-");
    JsonNode json = Run.json(run.out());
    assertEquals(
        List.of(
            "name", "workers", "outDegree", "spectralGap", "doublyStochastic", "stronglyConnected"),
        namesOf(json));
    assertEquals(name, json.get("name").textValue());
    assertEquals(workers, json.get("workers").intValue());
    assertEquals(degree, json.get("outDegree").intValue());
    assertEquals(gap, json.get("spectralGap").doubleValue(), 0.006 * gap);
    assertEquals(keepsMean, json.get("doublyStochastic").booleanValue());
  }

  private static List<String> namesOf(JsonNode json) {
    List<String> names = new ArrayList<>();
    json.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void shouldWriteJsonAndPictureToFiles() throws IOException {
    Path json = folder.resolve("ring.json");
    Path svg = folder.resolve("ring.svg");
    Run run =
        Run.succeeds(
            "graph", "ring", "--workers", "4", "--json", json.toString(), "--svg", svg.toString());
    assertEquals("ring", Run.json(json).get("name").textValue());
    assertTrue(Files.readString(svg).startsWith("<svg"));
    assertEquals(svg.toString(), run.line("picture"));
  }

  @Test
  void shouldWarnAboutWhatDoesNotMix() {
    Run run = Run.succeeds("graph", "chain", "--workers", "4");
    assertTrue(run.err().contains("warning: chain is not doubly stochastic"), run.err());
    assertTrue(run.err().contains("warning: chain is not strongly connected"), run.err());
    assertEquals("no", run.line("strongly connected"));
  }

  @Test
  void shouldReadEdges() throws IOException {
    String file = Files.writeString(folder.resolve("edges"), "0 1\n1 2\n2 0\n").toString();
    for (String[] args :
        new String[][] {
          {"graph", file, "--json", "-"},
          {"graph", "graph:" + file, "--json", "-"},
          {"graph", file, "--workers", "3", "--json", "-"}
        }) {
      JsonNode json = Run.json(Run.succeeds(args).out());
      assertEquals(3, json.get("workers").intValue());
      assertEquals(1, json.get("outDegree").intValue());
      assertTrue(json.get("doublyStochastic").booleanValue());
    }
  }

  @Test
  void shouldAbbreviateLongLists() {
    Run run = Run.succeeds("graph", "complete", "--workers", "100");
    assertEquals("1 2 3 4 5 6 ... 99", run.line("0 "));
    assertEquals("0 1 2 3 4 5 ... 98", run.line("99 "));
    assertTrue(run.out().lines().count() < 30, run.out());
    assertFalse(Run.succeeds("graph", "ring", "--workers", "16").out().contains("..."));
  }

  @Test
  void shouldRefuseBadInput() throws IOException {
    Run.isRefused("Missing required parameter: 'NAME|FILE'", "graph");
    Run.isRefused("no topology 'rung'", "graph", "rung", "--workers", "3");
    Run.isRefused("say how many workers there are", "graph", "ring");
    Run.isRefused("cannot analyse 0 workers", "graph", "ring", "--workers", "0");
    Run.isRefused("cannot analyse 5000 workers", "graph", "ring", "--workers", "5000");
    Run.isRefused("no such file or folder: nowhere.txt", "graph", "graph:nowhere.txt");
    Run.isRefused("is a folder", "graph", folder.toString());
    String file = Files.writeString(folder.resolve("edges"), "0 1\n1 0\n").toString();
    Run.isRefused("has 2 workers, but --workers is 3", "graph", file, "--workers", "3");
    Files.writeString(folder.resolve("edges"), "0 1\nzero one\n");
    Run.isRefused("2", "graph", file);
    String nowhere = folder.resolve("no/where.json").toString();
    Run.isRefused("no such file", "graph", "ring", "--workers", "3", "--json", nowhere);
    Run.isRefused("no such file", "graph", "ring", "--workers", "3", "--svg", nowhere);
  }
}
