package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Papilio;
import io.papilio.cli.Run;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RendezvousCommandTest {
  private static final Pattern PLACE = Pattern.compile("meets at (127\\.0\\.0\\.1:\\d+)");

  @TempDir Path folder;

  /** A rendezvous and processes' worth of commands, which meet there. */
  private List<Run> meet(List<List<String>> commands) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    ExecutorService threads = Executors.newCachedThreadPool();
    try (PipedWriter pipe = new PipedWriter();
        BufferedReader lines = new BufferedReader(new PipedReader(pipe, 1 << 16))) {
      StringWriter err = new StringWriter();
      CompletableFuture<Integer> rendezvous =
          CompletableFuture.supplyAsync(
              () ->
                  Papilio.run(
                      new PrintWriter(pipe),
                      new PrintWriter(err),
                      "rendezvous",
                      "--job=demo",
                      "--size=" + commands.size(),
                      "--secret-file=" + secret),
              threads);
      Matcher place = PLACE.matcher(lines.readLine());
      assertTrue(place.find());
      List<CompletableFuture<Run>> ranks = new ArrayList<>();
      for (List<String> command : commands) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("--join=" + place.group(1), "--job=demo", "--secret-file=" + secret));
        ranks.add(
            CompletableFuture.supplyAsync(() -> Run.of(words.toArray(String[]::new)), threads));
      }
      List<Run> runs = new ArrayList<>();
      for (CompletableFuture<Run> rank : ranks) {
        runs.add(rank.get(50, TimeUnit.SECONDS));
      }
      assertEquals(0, rendezvous.get(20, TimeUnit.SECONDS), err.toString());
      return runs;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldLetACommandRunAsOneOfMany() throws Exception {
    List<String> command =
        List.of(
            "bench",
            "allreduce",
            "--ranks=3",
            "--transport=tcp",
            "--lengths=100",
            "--samples=2",
            "--json=" + folder.resolve("out.json"));
    List<Run> runs = meet(List.of(command, command, command));
    runs.forEach(run -> assertEquals(0, run.code(), run.err()));
    assertEquals(
        1, runs.stream().filter(run -> !run.out().isEmpty()).count(), "rank 0 has the figures");
  }

  /** The model is written, and the result shown, by who knows what to train. */
  @Test
  void shouldTrainTogether() throws Exception {
    String data = folder.resolve("data.svm").toString();
    Path model = folder.resolve("model");
    Path same = folder.resolve("same");
    Run.succeeds("data", "generate", "rcv1", "--rows", "1000", "--out", data);
    List<String> train = List.of("train", "--data", data, "--out", model.toString());
    List<Run> runs = meet(List.of(List.of("worker"), train, List.of("worker")));
    runs.forEach(run -> assertEquals(0, run.code(), run.err()));
    assertEquals("3 hosts", runs.get(1).line("workers"));
    assertEquals("", runs.get(0).out() + runs.get(2).out());
    assertTrue(runs.get(0).err().matches("(?s).*worker \\d of 3.*"), runs.get(0).err());
    Run.succeeds(
        "train",
        "--data",
        data,
        "--out",
        same.toString(),
        "--workers",
        "3",
        "--launch",
        "processes");
    assertArrayEquals(Files.readAllBytes(same), Files.readAllBytes(model));
  }

  @Test
  void shouldRefuseToTrainNothingOrTwoThings() throws Exception {
    for (Run run : meet(List.of(List.of("worker"), List.of("worker")))) {
      assertEquals(2, run.code(), run.err());
      assertTrue(run.err().contains("one has to be papilio train --join"), run.err());
    }
    for (Run run : meet(List.of(List.of("train", "--seed=1"), List.of("train", "--seed=2")))) {
      assertEquals(1, run.code(), run.err());
      assertTrue(run.err().contains("different things"), run.err());
    }
    Run.isRefused("needs --join", "worker");
    Run.isRefused("the rendezvous says", "train", "--join=127.0.0.1:1", "--workers=2");
  }

  @Test
  void shouldEndIfTheGroupDoesNotFormInTime() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    String known = "--secret-file=" + secret;
    Run alone = Run.of("rendezvous", "--size=2", "--join-timeout=0.2", known);
    assertEquals(1, alone.code());
    assertEquals(
        "papilio rendezvous: the group has not formed within 0.2 s: 0 of 2 have come; waiting for 2"
            + " more",
        alone.err().strip());
    Run joining = Run.of("worker", "--join=127.0.0.1:1", "--join-timeout=0.8", known);
    assertEquals(2, joining.code());
    List<String> lines = joining.err().lines().toList();
    assertEquals(2, lines.size(), joining.err());
    assertTrue(lines.get(0).endsWith("trying again for up to 0.8 s"), joining.err());
    assertTrue(lines.get(1).contains("cannot join at 127.0.0.1:1"), joining.err());
  }

  @Test
  void shouldTellThoseWhoCameWhoIsMissing() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    ExecutorService threads = Executors.newCachedThreadPool();
    try (PipedWriter pipe = new PipedWriter();
        BufferedReader lines = new BufferedReader(new PipedReader(pipe, 1 << 16))) {
      StringWriter err = new StringWriter();
      String known = "--secret-file=" + secret;
      CompletableFuture<Integer> rendezvous =
          CompletableFuture.supplyAsync(
              () ->
                  Papilio.run(
                      new PrintWriter(pipe),
                      new PrintWriter(err),
                      "rendezvous",
                      "--size=3",
                      "--join-timeout=3",
                      known),
              threads);
      Matcher place = PLACE.matcher(lines.readLine());
      assertTrue(place.find());
      Run worker = Run.of("worker", "--join=" + place.group(1), known);
      assertEquals(1, worker.code(), worker.err());
      String missing =
          "the group has not formed within 3.0 s: 1 of 3 have come: node 0 (127.0.0.1:";
      assertTrue(worker.err().contains(missing), worker.err());
      assertEquals(1, rendezvous.get(20, TimeUnit.SECONDS));
      assertTrue(err.toString().contains(missing), err.toString());
      assertTrue(err.toString().strip().endsWith("; waiting for 2 more"), err.toString());
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldRefuseBadInput() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "\n");
    Run.isRefused("need --secret-file", "rendezvous", "--size=2");
    Run.isRefused("need --secret-file", "worker", "--join=h:1");
    Run.isRefused("the secret is empty", "rendezvous", "--size=2", "--secret-file=" + secret);
    Run.isRefused("no such file", "rendezvous", "--size=2", "--secret-file=" + folder + "/none");
    Files.writeString(secret, "plugh");
    String known = "--secret-file=" + secret;
    Run.isRefused("a group of 0", "rendezvous", "--size=0", known);
    Run.isRefused("not a port", "rendezvous", "--size=2", "--port=many", known);
    Run.isRefused("three files", "rendezvous", "--size=2", "--tls=one.pem", known);
    Run.isRefused("cannot listen on", "rendezvous", "--size=2", "--host=192.0.2.1", known);
    Run.isRefused("--join-timeout 0.0", "rendezvous", "--size=2", "--join-timeout=0", known);
    String never = "--heartbeat-timeout=-1";
    Run.isRefused("--heartbeat-timeout -1.0", "rendezvous", "--size=2", never, known);
    Run.isRefused(
        "--heartbeat-timeout NaN", "worker", "--join=h:1", known, never.replace("-1", "NaN"));
  }
}
