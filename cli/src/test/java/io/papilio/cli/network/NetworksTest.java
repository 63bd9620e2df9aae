package io.papilio.cli.network;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class NetworksTest {
  @TempDir private Path folder;

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
