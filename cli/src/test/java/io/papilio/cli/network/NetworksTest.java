package io.papilio.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class NetworksTest {
  @TempDir private Path folder;

  /** Those that it starts itself, and this one if it joins others. */
  @Test
  void shouldTellProcessesHowLongToWait() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    NetworkOptions started = new NetworkOptions();
    CommandLine.populateCommand(started, "--heartbeat-timeout=3", "--join-timeout=7.5");
    Duration join = Duration.ofMillis(7_500);
    Heartbeat heartbeat = Heartbeat.DEFAULT.withDeadAfter(Duration.ofSeconds(3));
    Invitation told = Networks.invitation(started, Sharing.AUTO);
    assertEquals(join, told.joinTimeout());
    assertEquals(Optional.of(heartbeat), told.heartbeat());
    NetworkOptions joining = new NetworkOptions();
    CommandLine.populateCommand(
        joining, "--heartbeat-timeout=3", "--join-timeout=7.5", "--secret-file=" + secret);
    Worker.Options worker = Networks.worker(joining, Sharing.AUTO);
    assertEquals(heartbeat, worker.heartbeat());
    assertEquals(join, worker.timeout());
    NetworkOptions usual = new NetworkOptions();
    CommandLine.populateCommand(usual);
    Invitation untold = Networks.invitation(usual, Sharing.AUTO);
    assertEquals(Duration.ofSeconds(300), untold.joinTimeout());
    assertEquals(Optional.empty(), untold.heartbeat());
  }

  /** Lines that went past the journal would glue onto a progress bar. */
  @Test
  void shouldTellTheJournalHowItJoins() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    NetworkOptions network = new NetworkOptions();
    CommandLine.populateCommand(network, "--join=127.0.0.1:1", "--secret-file=" + secret);
    Consumer<String> journal =
        line -> {
          throw new CancellationException(line); // the test waits for nothing more
        };
    String heard =
        assertThrows(
                CancellationException.class, () -> Networks.join(network, Sharing.AUTO, journal))
            .getMessage();
    assertTrue(heard.endsWith("trying again for up to 300.0 s"), heard);
  }
}
