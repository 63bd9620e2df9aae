package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Papilio;
import io.papilio.cli.Run;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A training of which a process is killed, and the others go on. For more strategies, with threads
 * for processes, see {@code TrainingJobTest}.
 */
@Timeout(120)
class ShrinkTest {
  private static final int WORKERS = 3;

  @TempDir private Path folder;

  private Process start(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Papilio.class.getName(), "train", "--launch", "processes"));
    command.addAll(List.of("--workers", String.valueOf(WORKERS)));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Kills one worker at the first sign of progress; returns all that was said. */
  private static String kill(Process process, int rank) throws Exception {
    StringBuilder said = new StringBuilder();
    boolean killed = false;
    try (BufferedReader reader = process.inputReader()) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        said.append(line).append('\n');
        if (!killed && line.contains("examples, loss")) {
          killed = true;
          process
              .children()
              .sorted(Comparator.comparingLong(ProcessHandle::pid))
              .skip(rank)
              .findFirst()
              .orElseThrow()
              .destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    assertTrue(killed, said.toString());
    return said.toString();
  }

  @ParameterizedTest
  @CsvSource({"butterfly, bsp, 1", "allreduce, bsp, 0", "expander, asp, 2"})
  void shouldGoOn(String sync, String consistency, int rank) throws Exception {
    shouldGoOnWithout(rank, sync, consistency);
  }

  @ParameterizedTest
  @CsvSource({"periodic, bsp, 2", "graph, bsp, 1", "server, ssp:2, 0", "butterfly, notify-ack, 1"})
  @Tag("full")
  void shouldGoOnByMoreStrategies(String sync, String consistency, int rank) throws Exception {
    shouldGoOnWithout(rank, sync, consistency);
  }

  private void shouldGoOnWithout(int rank, String sync, String consistency) throws Exception {
    Path json = folder.resolve("json");
    Path model = folder.resolve("model");
    Path graph = Files.writeString(folder.resolve("graph"), "0 1\n1 2\n2 0\n1 0\n2 1\n0 2\n");
    Process process =
        start(
            "--optimizer",
            "sgd",
            "--rate",
            "4",
            "--epochs",
            "2",
            "--pace",
            "2",
            "--batch",
            "64",
            "--on-failure",
            "shrink",
            "--sync",
            sync.equals("graph") ? "graph:" + graph : sync,
            "--consistency",
            consistency,
            "--json",
            json.toString(),
            "--out",
            model.toString());
    String said = kill(process, rank);
    assertEquals(0, process.waitFor(), said);
    assertTrue(said.contains("going on with 2 workers"), said);
    String host = InetAddress.getLocalHost().getHostName();
    String heir = "this worker leads from here on, so the model will be on its host, " + host;
    assertEquals(rank == 0, said.contains(heir), said);
    assertEquals(sync.equals("graph"), said.contains("along the edges that are left"), said);
    JsonNode result = Run.json(json);
    assertEquals(1, result.get("lost").size());
    assertEquals(rank, result.get("lost").get(0).get("worker").intValue());
    assertEquals(2, result.get("options").get("workers").intValue());
    assertTrue(
        result.get("auc").doubleValue() > 0.95, said); // under asp the bias may be anywhere yet
    assertTrue(Files.exists(model));
  }

  @ParameterizedTest
  @CsvSource("factors:ring, ssp:3, 2")
  void shouldGoOnWithAMatrix(String sync, String consistency, int rank) throws Exception {
    shouldGoOnWithAMatrixWithout(rank, sync, consistency);
  }

  @ParameterizedTest
  @CsvSource({"factors, bsp, 1", "full-matrix, bsp, 0"})
  @Tag("full")
  void shouldGoOnWithAMatrixByMore(String sync, String consistency, int rank) throws Exception {
    shouldGoOnWithAMatrixWithout(rank, sync, consistency);
  }

  private void shouldGoOnWithAMatrixWithout(int rank, String sync, String consistency)
      throws Exception {
    Path json = folder.resolve("json");
    String how = "--model softmax --rate 64 --batch 128 --epochs 6 --on-failure shrink";
    List<String> words = new ArrayList<>(List.of(how.split(" ")));
    words.addAll(List.of("--sync", sync, "--consistency", consistency, "--json", json.toString()));
    Process process = start(words.toArray(String[]::new));
    String said = kill(process, rank);
    assertEquals(0, process.waitFor(), said);
    assertTrue(said.contains("going on with 2 workers"), said);
    JsonNode result = Run.json(json);
    assertEquals(2, result.get("options").get("workers").intValue());
    assertTrue(result.get("accuracy").doubleValue() > 0.9, said);
  }

  @Test
  void shouldEndIfNotToldToGoOn() throws Exception {
    Process process = start("--optimizer", "sgd", "--rate", "4", "--pace", "2");
    String said = kill(process, 1);
    assertEquals(1, process.waitFor(), said);
  }

  @Test
  void shouldRefuseWhatItCannotDo() {
    String[] shrink = {"train", "--on-failure", "shrink", "--launch", "processes"};
    Run.isRefused("works with the optimizer pegasos or sgd", shrink);
    Run.isRefused("can be lost", "train", "--on-failure", "shrink", "--optimizer", "sgd");
  }
}
