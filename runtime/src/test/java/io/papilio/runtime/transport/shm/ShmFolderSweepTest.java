package io.papilio.runtime.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left in the folder by the dead, and who takes it away. */
class ShmFolderSweepTest {
  private static final long LIVING = ProcessHandle.current().pid();
  private static final long DEAD = 999_999_999; // Linux has no such numbers

  @TempDir private Path folder;

  private void create(String name, Duration age) throws IOException {
    Path file = Files.createFile(folder.resolve(name));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  private Set<String> left() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void shouldSweepWhatWasLeftSomeTimeAgo() throws IOException {
    Duration old = Duration.ofHours(1);
    create("papilio-" + DEAD + "-0a.ring", old);
    create("papilio-" + DEAD + "-0a.bell", old);
    create("papilio-" + DEAD + "-0b.ring", Duration.ZERO);
    create("papilio-" + LIVING + "-0c.ring", old);
    create("papilio-notes", old);
    create("other-" + DEAD + "-0d.ring", old);
    new ShmFolder(folder).sweepOld();
    assertEquals(
        Set.of(
            "papilio-" + DEAD + "-0b.ring",
            "papilio-" + LIVING + "-0c.ring",
            "papilio-notes",
            "other-" + DEAD + "-0d.ring"),
        left());
  }

  @Test
  void shouldSweepWhatIsKnownToBeDead() throws IOException {
    create("papilio-" + DEAD + "-0a.ring", Duration.ZERO);
    create("papilio-" + LIVING + "-0c.ring", Duration.ZERO);
    new ShmFolder(folder).sweep(pid -> pid == DEAD);
    assertEquals(Set.of("papilio-" + LIVING + "-0c.ring"), left());
    new ShmFolder(folder.resolve("nowhere")).sweepOld();
  }
}
