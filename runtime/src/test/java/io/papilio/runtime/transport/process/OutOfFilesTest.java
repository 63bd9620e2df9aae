package io.papilio.runtime.transport.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rendezvous, in a process of its own, that may open fewer files than strangers come. */
@Tag("full")
@Timeout(120)
class OutOfFilesTest {
  private static final NetOptions OPTIONS =
      NetOptions.of(new Credentials("job", "sesame")).withSharing(Sharing.NEVER);
  private static final int FILES = 100;
  private static final int STRANGERS = 150;

  @TempDir private Path folder;

  /** Says where it listens, and ends when its standard input does. */
  static final class Server {
    private Server() {}

    public static void main(String[] args) throws IOException {
      try (RendezvousServer server = new RendezvousServer(2, Heartbeat.DEFAULT, OPTIONS)) {
        System.out.println(server.endpoint());
        System.in.read();
      }
    }
  }

  @Test
  void shouldMakeRoomAndNotDespair() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")) && Files.isExecutable(java));
    Path errors = folder.resolve("errors");
    String start =
        "ulimit -n "
            + FILES
            + " && exec \"$0\" -XX:-MaxFDLimit -cp \"$1\" '" //
            + Server.class.getName()
            + "'";
    Process process =
        new ProcessBuilder(
                "/bin/sh", "-c", start, java.toString(), System.getProperty("java.class.path"))
            .redirectError(errors.toFile())
            .start();
    List<Stranger> strangers = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Endpoint endpoint = Endpoint.parse(out.readLine());
      Stranger first = new Stranger(endpoint).say("x"); // it has seen one before
      first.awaitEnd();
      first.close();
      for (int i = 0; i < STRANGERS; i++) {
        strangers.add(new Stranger(endpoint));
      }
      NetTransport worker = NetTransport.join(endpoint, Hello.ANY, OPTIONS, Duration.ofSeconds(60));
      assertEquals(0, worker.node());
      worker.close();
      worker.awaitLeft();
    } finally {
      process.getOutputStream().close();
      for (Stranger stranger : strangers) {
        stranger.close();
      }
      process.waitFor();
    }
    long complaints;
    try (var lines = Files.lines(errors)) {
      complaints = lines.filter(line -> line.contains("cannot accept connections")).count();
    }
    assertTrue(complaints > 0 && complaints < 50, complaints + " complaints");
  }
}
