package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.variable.Combine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On executors that are processes: tasks that come twice, and executors that go. */
class SharedVectorTest {
  private static final int LENGTH = 1_003;

  @TempDir Path folder;
  private SparkCluster cluster;

  @BeforeEach
  void takeCluster() {
    cluster = SparkCluster.shared();
  }

  private JavaRDD<Integer> partitions(int count) {
    List<Integer> numbers = IntStream.range(0, count).boxed().toList();
    return cluster.context().parallelize(numbers, count);
  }

  private <V> SharedVector<V> init(String key, int tasks, Reduction reduction) {
    return AllReduce.init(cluster.context().sc(), key, tasks, reduction);
  }

  /** What a partition commits: no two places alike. */
  private static float[] values(int partition) {
    float[] values = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      values[i] = (partition + 1) * 1000 + i;
    }
    return values;
  }

  private static float[] sum(int tasks) {
    float[] sum = new float[LENGTH];
    for (int partition = 0; partition < tasks; partition++) {
      for (int i = 0; i < LENGTH; i++) {
        sum[i] += (partition + 1) * 1000 + i;
      }
    }
    return sum;
  }

  private static String executor() {
    return SparkEnv.get().executorId();
  }

  /** Tasks read it, on all executors; each says where it ran. */
  private Set<String> assertRead(SharedVector<float[]> vector, int tasks) {
    Set<String> executors = new TreeSet<>();
    float[] expected = sum(tasks);
    for (int look = 0; look < 20 && executors.size() < 3; look++) {
      List<String> readers =
          partitions(12)
              .map(
                  number -> {
                    assertArrayEquals(expected, vector.get());
                    return executor();
                  })
              .collect();
      executors.addAll(readers);
    }
    return executors;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8, 17})
  void shouldAddUpWhatTasksCommit(int tasks) {
    try (SharedVector<float[]> vector = init("sum", tasks, Reduction.SUM)) {
      partitions(tasks).foreach(number -> vector.commit(values(number)));
      assertEquals(3, assertRead(vector, tasks).size());
    }
  }

  @Test
  void shouldTakeDoublesAndTheirMean() {
    try (SharedVector<double[]> vector = init("mean", 4, Reduction.MEAN)) {
      partitions(4).foreach(number -> vector.commit(new double[] {number, 2.5, -number}));
      List<String> read = partitions(3).map(number -> Arrays.toString(vector.get())).collect();
      assertEquals(Collections.nCopies(3, "[1.5, 2.5, -1.5]"), read);
    }
  }

  @Test
  void shouldCombineElementsOfAnyType() {
    Combine<Map<String, Integer>> merge =
        (a, b) ->
            Stream.of(a, b)
                .flatMap(map -> map.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Integer::sum));
    try (SharedVector<List<Map<String, Integer>>> counts =
        AllReduce.init(cluster.context().sc(), "counts", 5, merge)) {
      partitions(5)
          .foreach(
              number -> {
                List<Map<String, Integer>> own = new ArrayList<>();
                for (int i = 0; i < 31; i++) {
                  own.add(Map.of("all", number, "of" + i % 7, i));
                }
                counts.commit(own);
              });
      List<Boolean> right =
          partitions(7)
              .map(
                  number -> {
                    boolean all = counts.get().size() == 31;
                    for (int i = 0; i < 31; i++) {
                      all &= counts.get().get(i).equals(Map.of("all", 10, "of" + i % 7, 5 * i));
                    }
                    return all;
                  })
              .collect();
      assertEquals(Collections.nCopies(7, true), right);
    }
  }

  @Test
  void shouldCombineArraysOfElements() {
    Combine<Number> add = (a, b) -> a.intValue() + b.longValue(); // of another class
    try (SharedVector<Number[]> vector =
        AllReduce.init(cluster.context().sc(), "array", 4, add, Number.class)) {
      partitions(4).foreach(n -> vector.commit(new Integer[] {n, 10 * n, 1, 2, 3, 4, 5}));
      List<String> read =
          partitions(6)
              .map(number -> Arrays.toString(vector.get()) + vector.get().getClass())
              .collect();
      String expected = "[6, 60, 4, 8, 12, 16, 20]" + Number[].class;
      assertEquals(Collections.nCopies(6, expected), read);
    }
  }

  @Test
  void shouldSayWhatElementsHaveToBe() {
    Combine<Integer> add = Integer::sum;
    assertThrows(
        IllegalArgumentException.class,
        () -> AllReduce.init(cluster.context().sc(), "int", 1, add, int.class));
    try (SharedVector<Integer[]> arrays =
            AllReduce.init(cluster.context().sc(), "arrays", 1, add, Integer.class);
        SharedVector<List<Integer>> lists =
            AllReduce.init(cluster.context().sc(), "lists", 1, add)) {
      assertRefused(arrays, "takes Integer[], not String[]", new String[] {"1"});
      assertRefused(arrays, "takes Integer[], not null", null);
      assertRefused(lists, "takes lists, not Integer[]", new Integer[] {1});
    }
  }

  @SuppressWarnings("unchecked") // that is the point
  private void assertRefused(SharedVector<?> vector, String reason, Object[] values) {
    SparkException failed =
        assertThrows(
            SparkException.class,
            () -> partitions(1).foreach(n -> ((SharedVector<Object>) vector).commit(values)));
    assertTrue(failed.getMessage().contains(reason), failed.getMessage());
  }

  @Test
  void shouldCountATaskThatIsRetriedOnce() {
    try (SharedVector<float[]> vector = init("retried", 5, Reduction.SUM)) {
      partitions(5)
          .foreach(
              number -> {
                vector.commit(values(number));
                if (number % 2 == 0 && TaskContext.get().attemptNumber() == 0) {
                  throw new IllegalStateException("after it has committed");
                }
              });
      assertRead(vector, 5);
    }
  }

  /** Whether this is the first time, over all processes. */
  private static boolean isFirst(String file) {
    try {
      Files.createFile(Path.of(file));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Commits of these partitions; which executor had each. */
  private List<String> commit(SharedVector<float[]> vector, int tasks, List<Integer> which) {
    String places = folder.toString();
    vector.commit(
        partitions(tasks),
        rows -> {
          int partition = rows.next();
          Files.writeString(Path.of(places, "at-" + partition), executor());
          return values(partition);
        },
        which);
    return which.stream().map(partition -> place(partition)).toList();
  }

  private String place(int partition) {
    try {
      return Files.readString(folder.resolve("at-" + partition));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldRunAgainOnlyWhatAnExecutorTookWithIt() {
    int tasks = 9;
    try (SharedVector<float[]> vector = init("before", tasks, Reduction.SUM)) {
      List<Integer> most = IntStream.range(0, tasks - 1).boxed().toList();
      List<String> places = commit(vector, tasks, most);
      String victim = places.get(0);
      Set<Integer> theirs =
          most.stream().filter(each -> places.get(each).equals(victim)).collect(Collectors.toSet());
      cluster.kill(victim);
      cluster.awaitExecutors();
      commit(vector, tasks, List.of(tasks - 1));
      assertEquals(theirs, Set.copyOf(vector.await()));
      SparkException failed =
          assertThrows(SparkException.class, () -> partitions(1).foreach(n -> vector.get()));
      String named = "commits of partitions ";
      assertTrue(failed.getMessage().contains(named), failed.getMessage());
      String runs = folder.resolve("run-").toString();
      vector.recover(
          partitions(tasks),
          rows -> {
            int partition = rows.next();
            isFirst(runs + partition);
            return values(partition);
          });
      Set<Integer> again = new HashSet<>();
      for (int partition = 0; partition < tasks; partition++) {
        if (Files.exists(Path.of(runs + partition))) {
          again.add(partition);
        }
      }
      assertEquals(theirs, again);
      assertRead(vector, tasks);
    }
  }

  @Test
  void shouldOutliveAnExecutorThatEndsDuringTheReduction() {
    String file = folder.resolve("halted").toString();
    Combine<Integer> add =
        (a, b) -> {
          if (isFirst(file)) { // no two tasks of an executor: this is among executors
            Runtime.getRuntime().halt(3);
          }
          return a + b;
        };
    try (SharedVector<List<Integer>> vector =
        AllReduce.init(cluster.context().sc(), "during", 3, add)) {
      Function<Iterator<Integer>, List<Integer>> compute =
          rows -> {
            int partition = rows.next();
            return IntStream.range(0, 100).map(i -> i * (partition + 1)).boxed().toList();
          };
      vector.commitAll(partitions(3), compute);
      vector.recover(partitions(3), compute);
      List<Integer> read =
          partitions(6).map(n -> vector.get().stream().mapToInt(i -> i).sum()).collect();
      assertEquals(Collections.nCopies(6, 6 * 4950), read);
      assertTrue(Files.exists(Path.of(file)), "nobody died");
    }
  }

  @Test
  @Tag("full")
  void shouldTakeBackAnExecutorThatStoodStill() {
    try (SharedVector<float[]> vector = init("stopped", 6, Reduction.SUM)) {
      List<Integer> most = List.of(0, 1, 2, 3, 4);
      List<String> places = commit(vector, 6, most);
      String victim = places.get(0);
      Set<Integer> theirs =
          most.stream().filter(each -> places.get(each).equals(victim)).collect(Collectors.toSet());
      cluster.signal(victim, "STOP"); // Spark waits two minutes, so no job may run meanwhile
      try {
        SparkCluster.await(() -> vector.missing().containsAll(theirs), "still held: " + theirs);
      } finally {
        cluster.signal(victim, "CONT");
      }
      vector.recover(partitions(6), rows -> values(rows.next()));
      assertEquals(cluster.executorPids().keySet(), assertRead(vector, 6));
      assertTrue(cluster.executorPids().containsKey(victim));
    }
  }

  @Test
  void shouldGiveTheResultToExecutorsThatCameLater() {
    try (SharedVector<float[]> vector = init("after", 6, Reduction.SUM)) {
      commit(vector, 6, IntStream.range(0, 6).boxed().toList());
      assertEquals(List.of(), vector.await());
      Set<String> before = cluster.executorPids().keySet();
      String victim = before.iterator().next();
      cluster.kill(victim);
      cluster.awaitExecutors();
      Set<String> readers = assertRead(vector, 6);
      assertEquals(cluster.executorPids().keySet(), readers);
      assertNotEquals(before, readers);
    }
  }

  @Test
  void shouldEndAWaitForWhatWasNotCommitted() {
    try (SharedVector<float[]> vector = init("late", 2, Reduction.SUM)) {
      partitions(1).foreach(number -> vector.commit(values(number)));
      assertEquals(List.of(1), vector.missing());
      SparkException failed =
          assertThrows(
              SparkException.class,
              () -> partitions(1).foreach(n -> vector.get(Duration.ofMillis(300))));
      assertTrue(failed.getMessage().contains("have all 2 tasks committed?"), failed.getMessage());
      partitions(2).foreach(number -> vector.commit(values(number)));
      assertRead(vector, 2);
    }
  }

  @Test
  void shouldCloseAVariableWhoseKeyIsUsedAgain() {
    SharedVector<float[]> first = init("key", 1, Reduction.SUM);
    partitions(1).foreach(number -> first.commit(values(7)));
    try (SharedVector<float[]> second = init("key", 1, Reduction.SUM)) {
      partitions(1).foreach(number -> second.commit(values(0)));
      assertRead(second, 1);
      SparkException failed =
          assertThrows(SparkException.class, () -> partitions(1).foreach(n -> first.get()));
      assertTrue(failed.getMessage().contains("the variable was closed"), failed.getMessage());
    }
  }

  @Test
  void shouldCountAmongSparksMetrics() {
    long before = commits();
    try (SharedVector<float[]> vector = init("metrics", 7, Reduction.SUM)) {
      partitions(7).foreach(number -> vector.commit(values(number)));
      assertEquals(List.of(), vector.await());
    }
    assertEquals(before + 7, commits());
  }

  /** Of all executors, so far. */
  private long commits() {
    Map<String, Long> found = new HashMap<>();
    for (int look = 0; look < 20 && found.size() < 3; look++) {
      partitions(12).map(number -> executor() + " " + gauge("commits")).collect().stream()
          .map(text -> text.split(" "))
          .forEach(words -> found.put(words[0], Long.parseLong(words[1])));
    }
    return found.values().stream().mapToLong(each -> each).sum();
  }

  private static Object gauge(String name) {
    String source = "plugin." + PapilioPlugin.class.getName();
    return SparkEnv.get()
        .metricsSystem()
        .getSourcesByName(source)
        .apply(0)
        .metricRegistry()
        .getGauges()
        .get(name)
        .getValue();
  }

  @Test
  void shouldSayWhoMayDoWhat() {
    try (SharedVector<float[]> vector = init("driver", 1, Reduction.SUM)) {
      String[] messages = {
        assertThrows(IllegalStateException.class, () -> vector.commit(values(0))).getMessage(),
        assertThrows(IllegalStateException.class, vector::get).getMessage()
      };
      for (String message : messages) {
        assertTrue(message.contains("the driver carries no vectors"), message);
      }
      IllegalArgumentException wider =
          assertThrows(
              IllegalArgumentException.class,
              () -> vector.commitAll(partitions(2), rows -> values(0)));
      assertTrue(wider.getMessage().contains("the RDD has 2 partitions"), wider.getMessage());
      SparkException more =
          assertThrows(
              SparkException.class, () -> partitions(2).foreach(n -> vector.commit(values(n))));
      String which = "partition 1 commits to shared vector 'driver', which is for 1 tasks";
      assertTrue(more.getMessage().contains(which), more.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> init("none", 0, Reduction.SUM));
    Reduction own = Reduction.ofFloats("own", (a, b) -> a);
    assertThrows(IllegalArgumentException.class, () -> init("own", 1, own));
  }
}
