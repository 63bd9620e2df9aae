package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks in real executors. What they see on their way they leave in files. */
@Timeout(120)
class PapilioBarrierTest {
  private static final int LENGTH = 1001;

  @TempDir Path folder;

  /** What a task has at its end. */
  private record Result(int part, int rank, int attempt, float[] sum) implements Serializable {}

  /** Different for each rank and each element. */
  private static float[] values(int rank) {
    float[] values = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      values[i] = 1000 * (rank + 1) + (rank + 2) * i;
    }
    return values;
  }

  private static float[] sumOf(int ranks) {
    float[] sum = new float[LENGTH];
    for (int rank = 0; rank < ranks; rank++) {
      float[] values = values(rank);
      for (int i = 0; i < LENGTH; i++) {
        sum[i] += values[i];
      }
    }
    return sum;
  }

  /** Each partition holds its number, from which its task makes the values. */
  private static JavaRDD<Integer> partitions(JavaSparkContext context, int tasks) {
    return context.parallelize(IntStream.range(0, tasks).boxed().toList(), tasks);
  }

  private static Iterator<Result> allReduce(Communicator comm, Iterator<Integer> part) {
    int number = part.next();
    float[] values = values(number);
    comm.allReduce(values, Reduction.SUM);
    int attempt = TaskContext.get().stageAttemptNumber();
    return List.of(new Result(number, comm.rank(), attempt, values)).iterator();
  }

  private static void check(List<Result> results, int tasks, int attempt) {
    assertEquals(tasks, results.size());
    for (int rank = 0; rank < tasks; rank++) {
      assertEquals(rank, results.get(rank).part());
      assertEquals(rank, results.get(rank).rank());
      assertEquals(attempt, results.get(rank).attempt());
      assertArrayEquals(sumOf(tasks), results.get(rank).sum());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldAllReduceAmongTasks(int tasks) {
    JavaRDD<Integer> partitions = partitions(SparkCluster.shared().context(), tasks);
    check(
        PapilioBarrier.mapPartitions(partitions, PapilioBarrierTest::allReduce).collect(),
        tasks,
        0);
  }

  @Test
  void shouldRunTheStageAgainWhenATaskFails() throws IOException {
    String notes = folder.toString();
    JavaRDD<Integer> partitions = partitions(SparkCluster.shared().context(), 3);
    check(
        PapilioBarrier.mapPartitions(
                partitions,
                (comm, part) -> {
                  boolean first = TaskContext.get().stageAttemptNumber() == 0;
                  if (first && comm.rank() != 1) {
                    goOnUntilItBreaks(comm, notes);
                  }
                  Iterator<Result> results = allReduce(comm, part);
                  if (first) {
                    throw new IllegalStateException("no luck");
                  }
                  return results;
                })
            .collect(),
        3,
        1);
    assertEquals(Set.of("broken-0", "broken-2"), names());
    for (String name : names()) {
      String message = Files.readString(folder.resolve(name));
      assertTrue(message.contains("rank 1") && message.contains("no luck"), message);
    }
  }

  /** Task 0 is the one with the rendezvous. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldRunTheStageAgainWhenAnExecutorIsKilled(int rank) throws Exception {
    SparkCluster cluster = SparkCluster.shared();
    String notes = folder.toString();
    JavaRDD<Integer> partitions = partitions(cluster.context(), 3);
    CompletableFuture<List<Result>> results =
        CompletableFuture.supplyAsync(
            PapilioBarrier.mapPartitions(
                    partitions,
                    (comm, part) -> {
                      Iterator<Result> result = allReduce(comm, part);
                      if (TaskContext.get().stageAttemptNumber() == 0) {
                        note(notes, "at-" + comm.rank(), SparkEnv.get().executorId());
                        goOnUntilItBreaks(comm, notes);
                      }
                      return result;
                    })
                ::collect);
    while (!names().containsAll(Set.of("at-0", "at-1", "at-2"))) {
      assertTrue(!results.isDone(), "over too early");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    List<String> executors = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      executors.add(Files.readString(folder.resolve("at-" + i)));
    }
    cluster.kill(executors.get(rank));

    check(results.get(), 3, 1);
    Set<String> survivors = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      if (!executors.get(i).equals(executors.get(rank))) {
        survivors.add("broken-" + i);
      }
    }
    Set<String> broken = names();
    broken.removeIf(name -> name.startsWith("at-"));
    assertEquals(survivors, broken);
  }

  private static void goOnUntilItBreaks(Communicator comm, String notes) throws IOException {
    try {
      while (true) {
        comm.allReduce(values(comm.rank()), Reduction.SUM);
      }
    } catch (CollectiveException e) {
      note(notes, "broken-" + comm.rank(), e.getMessage());
      throw e;
    }
  }

  /** There at once, with all that is in it. */
  private static void note(String notes, String name, String text) throws IOException {
    Path draft = Files.writeString(Path.of(notes, "." + name), text);
    Files.move(draft, Path.of(notes, name));
  }

  private Set<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      Set<String> names = new HashSet<>();
      files.map(file -> file.getFileName().toString()).forEach(names::add);
      names.removeIf(name -> name.startsWith("."));
      return names;
    }
  }

  @Test
  void shouldSayWhatToDoOutsideOfABarrierStage() {
    assertTrue(
        assertThrows(IllegalStateException.class, PapilioBarrier::communicator)
            .getMessage()
            .contains("PapilioBarrier.mapPartitions"));
  }

  @Test
  @Tag("full")
  void shouldUseSparksSecretAndPortsOfARange() {
    Map<String, String> conf =
        Map.of(
            "spark.authenticate", "true",
            "spark.authenticate.secret", "among us",
            "spark.papilio.port", "42000-42099");
    try (SparkCluster cluster = SparkCluster.start(2, 1, conf)) {
      JavaRDD<Integer> partitions = partitions(cluster.context(), 2);
      check(
          PapilioBarrier.mapPartitions(partitions, PapilioBarrierTest::allReduce).collect(), 2, 0);
    }
  }
}
