package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsTest {

  private static List<Hosts> agree(List<String> ids) {
    ConcurrentHashMap<Integer, Hosts> found = new ConcurrentHashMap<>();
    LocalCluster.run(
        ids.size(), comm -> found.put(comm.rank(), Hosts.agree(comm, ids.get(comm.rank()))));
    return IntStream.range(0, ids.size()).mapToObj(found::get).toList();
  }

  @Test
  void shouldCountTheWorkersOfEachHost() {
    assertEquals(List.of(new Hosts(0, 1)), agree(List.of("a")));
    assertEquals(
        List.of(
            new Hosts(0, 3), new Hosts(0, 1), new Hosts(1, 3), new Hosts(0, 1), new Hosts(2, 3)),
        agree(List.of("a", "b", "a", "c", "a")));
  }

  /** Both are called localhost. */
  @Test
  void shouldTellHostsOfTheSameNameApart() throws IOException {
    assertEquals(
        List.of(new Hosts(0, 1), new Hosts(0, 1)), agree(List.of("localhost 1", "localhost 2")));
    Path boot = Path.of("/proc/sys/kernel/random/boot_id");
    String end = Files.exists(boot) ? " " + Files.readString(boot).strip() : "";
    assertEquals(Hosts.name() + end, Hosts.id());
    assertTrue(Hosts.name().length() > 0);
    LocalCluster.run(2, comm -> assertEquals(2, Hosts.agree(comm).workers()));
  }

  /** The workers of other hosts have cores of their own. */
  @Test
  void shouldShareTheCoresOfAHostAmongItsWorkers() {
    List<Integer> threads =
        agree(List.of("a", "b", "a", "c", "a")).stream().map(one -> one.threads(8)).toList();
    assertEquals(List.of(2, 8, 2, 8, 2), threads);
  }

  @ParameterizedTest
  @CsvSource({"8, 1, 8", "8, 2, 4", "8, 3, 2", "8, 8, 1", "8, 9, 1", "1, 1, 1", "1, 4, 1"})
  void shouldDivideTheCoresOfAHost(int cores, int workers, int threads) {
    assertEquals(threads, new Hosts(0, workers).threads(cores));
    int own = Math.max(1, Runtime.getRuntime().availableProcessors() / workers);
    assertEquals(own, new Hosts(0, workers).threads());
  }
}
