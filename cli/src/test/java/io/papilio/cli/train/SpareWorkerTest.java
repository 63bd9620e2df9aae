package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.cli.Papilio;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A training over hosts, of which one worker is killed while another waits to come in. */
@Timeout(120)
class SpareWorkerTest {
  private static final Pattern PLACE = Pattern.compile("meets at (127\\.0\\.0\\.1:\\d+)");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private Path home; // where processes start
  private Path secret;
  private String place;

  @BeforeEach
  void writeSecret() throws IOException {
    home = folder;
    secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
  }

  @AfterEach
  void endAll() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Papilio.class.getName()));
    command.addAll(List.of(words));
    command.addAll(List.of("--secret-file", secret.toString()));
    Process process =
        new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true).start();
    processes.add(process);
    return process;
  }

  private Process join(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--join", place));
    return start(all.toArray(String[]::new));
  }

  /** Reads on until a line matches. */
  private static Matcher await(BufferedReader lines, String regex) throws IOException {
    Pattern pattern = Pattern.compile(regex);
    StringBuilder said = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher;
      }
      said.append(line).append('\n');
    }
    throw new AssertionError("no " + regex + " in:\n" + said);
  }

  @Test
  void shouldBeSentAwayWhenTheOthersGoOn() throws Exception {
    Process rendezvous = start("rendezvous", "--size", "3");
    try (BufferedReader journal = rendezvous.inputReader()) {
      place = await(journal, PLACE.pattern()).group(1);
      String how = "--optimizer sgd --rate 4 --epochs 4 --pace 4 --batch 64 --on-failure shrink";
      List<String> words = new ArrayList<>(List.of("train"));
      words.addAll(List.of(how.split(" ")));
      Process train = join(words.toArray(String[]::new));
      Process victim = join("worker");
      Process other = join("worker");
      try (BufferedReader progress = train.inputReader()) {
        await(progress, "examples, loss");
        Process spare = join("worker");
        await(journal, "node 3 .* is ready");
        victim.destroyForcibly();
        await(progress, "going on with 2 workers");
        String rest = new String(train.getInputStream().readAllBytes());
        assertEquals(0, train.waitFor(), rest);
        String said = new String(spare.getInputStream().readAllBytes());
        assertEquals(1, spare.waitFor(), said);
        assertTrue(said.contains("the group goes on without new members"), said);
      }
      assertEquals(0, other.waitFor());
      await(journal, "node 3 .* is sent away");
      await(journal, "all have gone");
      assertEquals(0, rendezvous.waitFor());
    }
  }

  /** The folder of the model is gone when the first leader is. */
  @Test
  void shouldFailAsALeaderThatCannotSaveTheModel() throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    Process rendezvous = start("rendezvous", "--size", "2");
    try (BufferedReader journal = rendezvous.inputReader()) {
      place = await(journal, PLACE.pattern()).group(1);
      String how = "--optimizer sgd --rate 4 --epochs 4 --pace 4 --batch 64 --on-failure shrink";
      List<String> words = new ArrayList<>(List.of("train", "--out", gone.resolve("m").toString()));
      words.addAll(List.of(how.split(" ")));
      Process train = join(words.toArray(String[]::new));
      Process heir = join("worker");
      try (BufferedReader progress = train.inputReader()) {
        await(progress, "examples, loss");
        Files.delete(gone);
        train.destroyForcibly();
      }
      String said = new String(heir.getInputStream().readAllBytes());
      assertEquals(1, heir.waitFor(), said);
      assertTrue(said.contains("this worker leads from here on"), said);
      assertTrue(said.contains("cannot write the model to " + gone.resolve("m")), said);
      assertEquals(0, rendezvous.waitFor());
    }
  }

  /** One host has an old copy. */
  @Test
  void shouldRefuseFilesThatAreNotTheSame() throws Exception {
    Process rendezvous = start("rendezvous", "--size", "2");
    try (BufferedReader journal = rendezvous.inputReader()) {
      place = await(journal, PLACE.pattern()).group(1);
      List<Process> hosts = new ArrayList<>();
      for (String host : List.of("train --data a.svm", "worker")) {
        home = Files.createDirectory(folder.resolve(host.split(" ")[0]));
        Files.writeString(home.resolve("a.svm"), "1 1:1\n-1 2:1\n".repeat(20 + hosts.size()));
        hosts.add(join(host.split(" ")));
      }
      for (Process each : hosts) {
        String said = new String(each.getInputStream().readAllBytes());
        assertEquals(2, each.waitFor(), said);
        assertTrue(said.contains("a.svm is not the same on all hosts: "), said);
        assertTrue(said.contains("260 bytes on ") && said.contains("273 bytes on "), said);
      }
    }
  }
}
