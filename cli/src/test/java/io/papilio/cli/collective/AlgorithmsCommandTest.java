package io.papilio.cli.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.lab.plan.ScheduleTraffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlgorithmsCommandTest {
  @TempDir Path folder;

  @Test
  void shouldListAllAlgorithms() {
    Run run = Run.succeeds("algorithms");
    assertTrue(run.out().startsWith("Among 8 ranks:"), run.out());
    long lines = run.out().lines().count();
    assertEquals(3 + Algorithms.all().size(), lines);
    assertTrue(run.out().contains("halving-doubling       6         6     1.75  1.75      3"));
  }

  @Test
  void shouldCountFromSchedules() throws IOException {
    JsonNode rows = Run.json(Run.succeeds("algorithms", "--workers", "12", "--json", "-").out());
    assertEquals(Algorithms.all().size(), rows.size());
    assertRow(
        find(rows, "all-reduce", "ring"), new ScheduleTraffic(22, 22, 22 / 12.0, 22 / 12.0, 2));
    assertRow(
        find(rows, "all-reduce", "mixed-radix"),
        new ScheduleTraffic(4, 10, 22 / 12.0, 22 / 12.0, 5));
    // Eight swap three times; four of them also talk to a guest, who sends once.
    assertRow(
        find(rows, "all-reduce", "butterfly"),
        new ScheduleTraffic(5, 4, 4, (4 * 4 + 4 * 3 + 4) / 12.0, 4));
    assertRow(find(rows, "all-reduce", "tree"), new ScheduleTraffic(6, 3, 3, 22 / 12.0, 3));
    assertRow(find(rows, "barrier", "dissemination"), new ScheduleTraffic(4, 4, 0, 0, 6));
  }

  private static JsonNode find(JsonNode rows, String collective, String name) {
    for (JsonNode row : rows) {
      if (row.get("collective").textValue().equals(collective)
          && row.get("name").textValue().equals(name)) {
        assertEquals(12, row.get("workers").intValue());
        return row;
      }
    }
    throw new AssertionError("no " + collective + " by " + name + " in " + rows);
  }

  private static void assertRow(JsonNode row, ScheduleTraffic expected) {
    assertEquals(expected.rounds(), row.get("rounds").intValue(), row.toString());
    assertEquals(expected.messages(), row.get("messages").intValue(), row.toString());
    assertEquals(expected.vectorsMax(), row.get("vectorsMax").doubleValue(), 1e-12, row.toString());
    assertEquals(
        expected.vectorsMean(), row.get("vectorsMean").doubleValue(), 1e-12, row.toString());
    assertEquals(expected.links(), row.get("links").intValue(), row.toString());
  }

  @Test
  void shouldShowTheRoundsOfOneAlgorithm() {
    Run run = Run.succeeds("algorithms", "butterfly", "--workers", "4");
    assertEquals("add  all  0<->2  1<->3", run.line("round 2"));
    assertEquals(8, run.out().lines().count(), run.out());
    assertTrue(
        Run.succeeds("algorithms", "ring", "--workers", "17")
            .out()
            .contains("Rounds are shown for up to 16 ranks."));
  }

  @Test
  void shouldDrawAll() throws IOException {
    Path pictures = folder.resolve("new/pictures");
    Run run = Run.succeeds("algorithms", "--workers", "5", "--svg", pictures.toString());
    try (Stream<Path> files = Files.list(pictures)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertEquals(Algorithms.all().size(), names.size());
      assertTrue(names.contains("all-reduce-ring-5.svg"), names.toString());
    }
    Path ring = pictures.resolve("all-reduce-ring-5.svg");
    assertTrue(Files.readString(ring).contains("ring: all-reduce among 5 ranks"));
    assertTrue(run.out().contains("Picture: " + ring), run.out());
  }

  @Test
  void shouldRefuseBadInput() throws IOException {
    Run.isRefused("no algorithm 'rung'; there are: binomial, butterfly,", "algorithms", "rung");
    Run.isRefused("cannot count 0 workers", "algorithms", "--workers", "0");
    Run.isRefused("cannot count 2000 workers", "algorithms", "--workers", "2000");
    Run.isRefused("'eight' is not an int", "algorithms", "--workers", "eight");
    String folderName = folder.toString();
    Run.isRefused("1 to 64 ranks", "algorithms", "--workers", "65", "--svg", folderName);
    String file = Files.createFile(folder.resolve("file")).toString();
    Run.isRefused("file", "algorithms", "--svg", file);
  }
}
