package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RendezvousCommandTest {
  private static final Pattern PLACE = Pattern.compile("meets at (127\\.0\\.0\\.1:\\d+)");

  @TempDir Path folder;

  /** A rendezvous and three processes' worth of commands, which meet there. */
  @Test
  void shouldLetACommandRunAsOneOfMany() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    Path json = folder.resolve("out.json");
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
                      "--size=3",
                      "--secret-file=" + secret),
              threads);
      Matcher place = PLACE.matcher(lines.readLine());
      assertTrue(place.find());
      List<CompletableFuture<Run>> ranks =
          IntStream.range(0, 3)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> join(place.group(1), secret, folder.resolve(i + ".json")), threads))
              .toList();
      long tables = 0;
      for (CompletableFuture<Run> rank : ranks) {
        Run run = rank.get(50, TimeUnit.SECONDS);
        assertEquals(0, run.code(), run.err());
        tables += run.out().isEmpty() ? 0 : 1;
      }
      assertEquals(1, tables, "rank 0 alone has the figures");
      assertEquals(0, rendezvous.get(20, TimeUnit.SECONDS), err.toString());
    } finally {
      threads.shutdownNow();
    }
  }

  private static Run join(String place, Path secret, Path json) {
    return Run.of(
        "bench",
        "allreduce",
        "--ranks=3",
        "--transport=tcp",
        "--join=" + place,
        "--job=demo",
        "--secret-file=" + secret,
        "--lengths=100",
        "--samples=2",
        "--json=" + json);
  }

  @Test
  void shouldRefuseBadInput() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "\n");
    Run.isRefused("the secret is empty", "rendezvous", "--size=2", "--secret-file=" + secret);
    Run.isRefused("no such file", "rendezvous", "--size=2", "--secret-file=" + folder + "/none");
    Files.writeString(secret, "plugh");
    String known = "--secret-file=" + secret;
    Run.isRefused("a group of 0", "rendezvous", "--size=0", known);
    Run.isRefused("not a port", "rendezvous", "--size=2", "--port=many", known);
    Run.isRefused("three files", "rendezvous", "--size=2", "--tls=one.pem", known);
    Run.isRefused("cannot listen on", "rendezvous", "--size=2", "--host=192.0.2.1", known);
  }
}
