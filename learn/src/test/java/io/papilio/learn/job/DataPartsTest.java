package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Blocks;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.SparseRows;
import io.papilio.runtime.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three workers on two hosts, each of which has a file of its own: {@code --data-parts}. */
@Timeout(60)
class DataPartsTest {
  private static final List<String> HOSTS = List.of("left", "right", "left");

  @TempDir private Path folder;

  /** Returns the labels that each worker has read, or why it has not. */
  private List<String> read(String ending, String left, String right) throws IOException {
    Files.writeString(folder.resolve("left" + ending), left);
    Files.writeString(folder.resolve("right" + ending), right);
    ConcurrentHashMap<Integer, String> read = new ConcurrentHashMap<>();
    LocalCluster.run(
        HOSTS.size(),
        comm -> {
          String host = HOSTS.get(comm.rank());
          TrainingData data = new TrainingData.Files(spec(folder.resolve(host + ending)), host);
          try {
            Source.Loaded rows = data.rows(comm, Loading.QUIET);
            Source.Loaded tests = data.tests(comm, Features.plain(), Loading.QUIET);
            read.put(comm.rank(), labels(rows) + " " + labels(tests));
          } catch (DataException e) {
            read.put(comm.rank(), e.getMessage());
          }
          comm.barrier(); // all of them can go on
        });
    return IntStream.range(0, HOSTS.size()).mapToObj(read::get).toList();
  }

  private static TrainingSpec spec(Path file) {
    return TrainingSpec.parse(
        """
        {"data": {"inputs": ["%s"], "tests": ["%1$s"], "parts": true}, "place": {"launch": "hosts"}}
        """
            .formatted(file));
  }

  private static List<Integer> labels(Source.Loaded loaded) {
    List<Integer> labels = new ArrayList<>();
    for (SparseRows block : Blocks.rows(loaded)) {
      IntStream.range(0, block.size()).map(row -> (int) block.label(row)).forEach(labels::add);
    }
    return labels;
  }

  @Test
  void shouldShareTheFilesOfAHostAmongItsWorkers() throws IOException {
    assertEquals(
        List.of("[1, 3] [1, 3]", "[4, 5] [4, 5]", "[2] [2]"),
        read(".svm", "1 1:1\n2 1:1\n3 1:1\n", "4 1:1\n5 1:1\n"));
  }

  /** Each row of each host belongs to one worker of that host, however workers lie on hosts. */
  @Test
  void shouldGiveEachRowToOneWorker() throws IOException {
    List<Path> files = new ArrayList<>();
    for (int host = 0; host < 3; host++) {
      String rows = "%d 1:1\n".repeat(30 + host);
      Object[] labels = IntStream.range(1000 * host, 1030 + 1001 * host).boxed().toArray();
      files.add(Files.writeString(folder.resolve(host + ".svm"), rows.formatted(labels)));
    }
    for (int workers = 1; workers <= 13; workers++) {
      Map<Integer, List<Integer>> read = new ConcurrentHashMap<>();
      LocalCluster.run(
          workers,
          comm -> {
            int host = comm.rank() * comm.rank() % 3 % 2 + comm.rank() / 9; // 0 1 1 0 1 1 ... 2
            TrainingData data = new TrainingData.Files(spec(files.get(host)), "host " + host);
            read.put(comm.rank(), labels(data.rows(comm, Loading.QUIET)));
          });
      List<Integer> expected = new ArrayList<>(IntStream.range(0, 30).boxed().toList());
      if (workers > 1) {
        IntStream.range(1000, 1031).forEach(expected::add);
      }
      if (workers > 10) {
        IntStream.range(2000, 2032).forEach(expected::add);
      }
      assertEquals(expected, read.values().stream().flatMap(List::stream).sorted().toList());
    }
  }

  @Test
  void shouldRefuseColumnsInAnotherOrder() throws IOException {
    List<String> said = read(".csv", "y,a,b\n1,2,3\n4,5,6\n", "y,b,a\n1,2,3\n");
    String problem = "other columns, or in another order, than other workers have read";
    assertTrue(said.stream().allMatch(text -> text.endsWith(problem)), said.toString());
  }

  @Test
  void shouldTellAllHostsOfABadLine() throws IOException {
    List<String> said = read(".svm", "1 1:1\n2 1:1\n", "1 1:1\n2 x\n");
    assertEquals(1, said.stream().distinct().count(), said.toString());
    assertTrue(said.get(0).contains("right.svm, line 2"), said.get(0));
  }
}
