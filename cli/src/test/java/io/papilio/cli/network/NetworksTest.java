package io.papilio.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NetworksTest {
  @TempDir private Path folder;

  /** Lines that went past the journal would glue onto a progress bar. */
  @Test
  void shouldTellTheJournalHowItJoins() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "xyzzy\n");
    NetworkOptions network = new NetworkOptions();
    CommandLine.populateCommand(
        network, "--join=127.0.0.1:1", "--join-timeout=0.3", "--secret-file=" + secret);
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    assertThrows(IOException.class, () -> Networks.join(network, Sharing.AUTO, notes::add));
    assertEquals(1, notes.size());
    assertTrue(notes.get(0).endsWith("trying again for up to 0.3 s"), notes.get(0));
  }
}
