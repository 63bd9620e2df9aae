package io.papilio.cli.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabReducesCommandTest {
  private static final int WORKERS = 3;
  private static final int ITERATIONS = 20;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"processes", "threads"})
  void shouldCountWhatReducesHad(String launch) throws IOException {
    Path file = folder.resolve("lab.json");
    Run run =
        Run.succeeds(
            "lab",
            "reduces",
            "--workers=" + WORKERS,
            "--length=3e4",
            "--iterations=" + ITERATIONS,
            "--launch=" + launch,
            "--json=" + file);
    List<String> order = new ArrayList<>();
    for (JsonNode row : Run.json(file)) {
      order.add(row.get("consistency").textValue());
      assertEquals(launch, row.get("launch").textValue());
      check(row);
    }
    assertEquals(List.of("bsp", "notify-ack", "ssp:2", "asp", "barrier-only"), order);
    assertEquals(1 + order.size(), run.out().lines().count(), run.out());
    assertTrue(run.err().contains("lab reduces: barrier-only"), run.err());
  }

  private static void check(JsonNode row) {
    Set<String> names = new TreeSet<>();
    row.fieldNames().forEachRemaining(names::add);
    assertEquals(
        Set.of(
            ("consistency workers length iterations launch seconds reduces full complete missing"
                    + " stale newer torn")
                .split(" ")),
        names);
    String consistency = row.get("consistency").textValue();
    long reduces = row.get("reduces").longValue();
    long full = row.get("full").longValue();
    long unusable = row.get("missing").longValue() + row.get("torn").longValue();
    long incomplete = unusable + row.get("stale").longValue();
    assertEquals(WORKERS * ITERATIONS, reduces, row.toString());
    assertEquals((double) full / reduces, row.get("complete").doubleValue(), row.toString());
    assertTrue(incomplete >= reduces - full, row.toString()); // at least one each
    assertTrue(incomplete <= (reduces - full) * (WORKERS - 1), row.toString());
    long inputs = reduces * (WORKERS - 1);
    assertTrue(incomplete + row.get("newer").longValue() <= inputs, row.toString());
    assertTrue(row.get("seconds").doubleValue() > 0, row.toString());
    if (consistency.equals("bsp") || consistency.equals("notify-ack")) {
      assertEquals(reduces, full, row.toString());
    }
    if (!consistency.equals("asp") && !consistency.equals("barrier-only")) {
      assertEquals(0, row.get("newer").longValue() + row.get("torn").longValue(), row.toString());
    }
  }

  @Test
  void shouldExplainItself() {
    for (String command : List.of("lab", "lab reduces")) {
      Run run = Run.succeeds((command + " --help").split(" "));
      assertTrue(run.out().startsWith("Usage: papilio " + command), run.out());
      assertTrue(run.out().contains("Example"), run.out());
      assertTrue(run.out().lines().allMatch(line -> line.length() <= 100), run.out());
    }
  }

  @Test
  void shouldRefuseBadInput() {
    Run.isRefused("Missing command; there are: reduces", "lab");
    Run.isRefused("cannot mix with 1 workers", "lab", "reduces", "--workers=1");
    Run.isRefused("cannot mix with 65 workers", "lab", "reduces", "--workers=65");
    Run.isRefused("must be 1 or more", "lab", "reduces", "--length=0");
    Run.isRefused("must be 1 or more", "lab", "reduces", "--iterations=0");
    Run.isRefused("more than", "lab", "reduces", "--length=2e9");
    Run.isRefused("no consistency 'async'", "lab", "reduces", "--consistency=bsp,async");
    Run.isRefused("threads, processes", "lab", "reduces", "--launch=rockets");
    String nowhere = folder.resolve("no/where.json").toString();
    Run.isRefused("no such file", "lab", "reduces", "--json=" + nowhere);
  }
}
