package io.papilio.runtime.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.launch.LineSink;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However it ends, nothing stays behind: no process, and nothing in shared memory. */
@Timeout(120)
class LeftoverTest {
  @TempDir Path folder;

  /** Also in the moments when links are made; {@link Crew#close} looks for what is left. */
  @Test
  void shouldLeaveNothingWhenAllAreKilled() throws Exception {
    int millis = ThreadLocalRandom.current().nextInt(200);
    System.out.println("kill -9 of all, " + millis + " ms after the first group has formed");
    Invitation usual = Invitation.local(Sharing.ALWAYS);
    assertEquals(ShmFolder.usual().path(), usual.options().folder().path());
    try (Crew crew = new Crew(4, usual, folder)) {
      crew.await(Crew.JOURNAL, "group 0 has formed.*");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      crew.kill(0, 1, 2, 3);
      assertEquals(4, crew.cluster().launcher().await().size());
      crew.cluster().rendezvous().awaitDeserted();
    }
  }

  /** The rendezvous lives in the launcher. */
  @Test
  void shouldEndAllWhenTheLauncherIsKilled() throws Exception {
    Both.run(folder, this::endAllWhenTheLauncherIsKilled);
  }

  private void endAllWhenTheLauncherIsKilled(Sharing sharing, Path own) throws Exception {
    Process launcher = start(ClusterMain.class, sharing.toString(), own.toString());
    try (BufferedReader lines = launcher.inputReader()) {
      List<Long> pids = new ArrayList<>();
      while (pids.size() < 4) {
        String line = lines.readLine();
        assertTrue(line != null, "the launcher ended");
        if (line.contains("group 0")) {
          pids.add(Long.parseLong(line.replaceAll(".*pid ", "")));
        }
      }
      long start = System.nanoTime();
      Signals.send("KILL", launcher.pid());
      for (long pid : pids) {
        Signals.awaitEnd(pid);
      }
      long millis = (System.nanoTime() - start) / 1_000_000;
      System.out.printf("kill -9 of the launcher: all workers ended within %d ms%n", millis);
    } finally {
      launcher.destroyForcibly();
    }
  }

  /** The rendezvous is a process of its own, and whoever started the workers lives on. */
  @Test
  void shouldFailAllWithoutTheRendezvous() throws Exception {
    Both.run(folder, this::failAllWithoutTheRendezvous);
  }

  private void failAllWithoutTheRendezvous(Sharing sharing, Path own) throws Exception {
    Invitation invitation = Crew.invitation(sharing, own).withHeartbeat(Crew.BEAT);
    Process rendezvous = start(RendezvousMain.class, invitation.options().credentials().secret());
    try (BufferedReader lines = rendezvous.inputReader()) {
      Invitation whole = invitation.withRendezvous(Endpoint.parse(lines.readLine()));
      try (Crew crew = new Crew(0, whole, own)) {
        for (int node = 0; node < RendezvousMain.SIZE; node++) {
          crew.recruit();
        }
        Integer[] nodes = Crew.nodes(0, RendezvousMain.SIZE);
        crew.awaitGroup(0, nodes);
        crew.awaitIteration(0, 3, nodes);
        long millis = System.currentTimeMillis();
        String signal = sharing == Sharing.ALWAYS ? "KILL" : "STOP";
        Signals.send(signal, rendezvous.pid());
        for (int node : nodes) {
          Crew.Failed failed = crew.awaitFailure(node);
          assertTrue(failed.message().contains("lost the rendezvous"), failed.message());
          System.out.printf(
              "kill -%s of the rendezvous: noticed after %d ms%n",
              signal, failed.millis() - millis);
          crew.order(node, "shrink");
          crew.await(node, "outcast .*");
        }
      }
    } finally {
      rendezvous.destroyForcibly();
    }
  }

  private static Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command = Recruit.java(Crew.JVM_OPTIONS, main.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** A program that starts workers. */
  static final class ClusterMain {
    private ClusterMain() {}

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[1]);
      Path orders = Files.createDirectories(folder.resolve("orders"));
      Invitation invitation = Crew.invitation(Sharing.valueOf(arguments[0]), folder);
      LineSink sink = LineSink.prefixed(System.out, System.err);
      try (ProcessCluster cluster =
          ProcessCluster.start(4, invitation, Crew.spec(List.of(orders.toString())), sink)) {
        cluster.await();
      }
    }
  }

  /** A rendezvous alone. */
  static final class RendezvousMain {
    static final int SIZE = 3;

    private RendezvousMain() {}

    public static void main(String[] arguments) throws Exception {
      NetOptions options = NetOptions.of(new Credentials("local", arguments[0]));
      RendezvousServer server = new RendezvousServer(SIZE, Crew.BEAT, options);
      System.out.println(server.endpoint());
      new CountDownLatch(1).await();
    }
  }
}
