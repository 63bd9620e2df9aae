package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.learn.data.read.Inputs;
import io.papilio.runtime.cluster.LocalCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SameFilesTest {

  /** Returns what each worker is told, which is nothing if all is well. */
  @SafeVarargs
  private static List<String> compare(Optional<Map<String, Long>>... sizes) {
    ConcurrentHashMap<Integer, String> said = new ConcurrentHashMap<>();
    LocalCluster.run(
        sizes.length,
        comm -> {
          try {
            SameFiles.require(comm, "host" + comm.rank(), sizes[comm.rank()]);
            said.put(comm.rank(), "");
          } catch (IllegalArgumentException e) {
            said.put(comm.rank(), e.getMessage());
          }
          comm.barrier(); // all of them can go on
        });
    return IntStream.range(0, sizes.length).mapToObj(said::get).toList();
  }

  private static Optional<Map<String, Long>> sizes(String name, long bytes) {
    return Optional.of(Map.of("a", 7L, name, bytes));
  }

  @Test
  void shouldNameTheFileThatDiffers() {
    assertEquals(List.of(""), compare(sizes("b", 120)));
    assertEquals(List.of("", ""), compare(sizes("b", 120), sizes("b", 120)));
    String sizes = "b is not the same on all hosts: 120 bytes on host0, 1 byte on host2;";
    String stale = sizes + " they need the same files, or data-parts";
    assertEquals(
        List.of(stale, stale, stale), compare(sizes("b", 120), sizes("b", 120), sizes("b", 1)));
    String missing =
        "c is not the same on all hosts: none on host0, 5 bytes on host1; they need the same files,"
            + " or data-parts";
    assertEquals(List.of(missing, missing), compare(Optional.of(Map.of("a", 7L)), sizes("c", 5)));
  }

  @Test
  void shouldLeaveStreamsAlone(@TempDir Path folder) throws Exception {
    assertEquals(List.of("", ""), compare(Optional.empty(), sizes("b", 120)));
    Path a = Files.writeString(folder.resolve("a"), "12345");
    Path b = Files.writeString(folder.resolve("b"), "");
    Map<String, Long> both = Map.of(a.toString(), 5L, b.toString(), 0L);
    assertEquals(Optional.of(both), Inputs.sizes(List.of(folder.toString())));
    assertEquals(Optional.empty(), Inputs.sizes(List.of(a.toString(), "-")));
    assertEquals(Optional.empty(), Inputs.sizes(List.of(a.toString(), folder.resolve("c") + "")));
  }
}
