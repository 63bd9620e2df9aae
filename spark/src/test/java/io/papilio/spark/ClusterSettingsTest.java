package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetTransport;
import io.papilio.spark.variable.Combine;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.serializer.KryoSerializer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster whose processes have to prove who they are, and may listen on few ports only. */
@Order(Integer.MAX_VALUE) // its cluster ends the one that others share
class ClusterSettingsTest {
  /** So many free ports in a row, or nearly: somebody may take one before we do. */
  private static int freePorts(int count) throws IOException {
    for (int first = 20_011; first < 30_000; first += count) {
      if (IntStream.range(first, first + count).allMatch(ClusterSettingsTest::isFree)) {
        return first;
      }
    }
    throw new IOException("no free ports");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.getLocalPort() == port;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldProveItselfWithSparksSecretOnThePortsItMayUse() throws IOException {
    int first = freePorts(20);
    Map<String, String> conf =
        Map.of(
            "spark.plugins",
            PapilioPlugin.class.getName(),
            "spark.authenticate",
            "true",
            "spark.authenticate.secret",
            "nobody knows",
            Conf.DRIVER_PORT,
            first + "-" + first,
            Conf.PORT,
            first + 1 + "-" + (first + 19));
    try (SparkCluster cluster = SparkCluster.start(2, 1, conf)) {
      List<Integer> numbers = List.of(0, 1, 2);
      JavaRDD<Integer> tasks = cluster.context().parallelize(numbers, 3);
      try (SharedVector<double[]> vector =
          AllReduce.init(cluster.context().sc(), "sum", 3, Reduction.SUM)) {
        tasks.foreach(task -> vector.commit(new double[] {task, 10 * task}));
        List<Double> read = tasks.map(task -> vector.get()[0] + vector.get()[1]).collect();
        assertEquals(Collections.nCopies(3, 33.0), read);
      }
      List<Integer> ports =
          tasks.map(task -> Endpoint.parse(ExecutorSide.current().address()).port()).collect();
      assertTrue(ports.stream().allMatch(each -> each > first && each < first + 20), "" + ports);
      refuse(DriverSide.current().told());
    }
  }

  /** Java could not serialise it. */
  private static final class Longest {
    final String word;

    Longest(String word) {
      this.word = word;
    }

    Longest or(Longest other) {
      return other.word.length() > word.length() ? other : this;
    }
  }

  @Test
  void shouldSerialiseAsSparkDoesAndReduceAsItIsTold() {
    Map<String, String> conf =
        Map.of(
            "spark.plugins",
            PapilioPlugin.class.getName(),
            "spark.serializer",
            KryoSerializer.class.getName(),
            "spark.papilio.lanes",
            "3",
            Conf.ALGORITHM,
            "ring");
    try (SparkCluster cluster = SparkCluster.start(2, 2, conf)) {
      shouldCountRetriedTasksOnceInEachPart(cluster);
      JavaRDD<Integer> tasks = cluster.context().parallelize(List.of(0, 1, 2, 3), 4);
      Combine<Longest> longest = Longest::or;
      try (SharedVector<Longest[]> vector =
          AllReduce.init(cluster.context().sc(), "longest", 4, longest, Longest.class)) {
        tasks.foreach(
            task -> {
              Longest[] own = new Longest[7];
              Arrays.setAll(own, i -> new Longest("x".repeat((task + i) % 4) + i));
              vector.commit(own);
            });
        List<Boolean> read =
            tasks
                .map(
                    task ->
                        IntStream.range(0, 7).allMatch(i -> vector.get()[i].word.equals("xxx" + i)))
                .collect();
        assertEquals(Collections.nCopies(4, true), read);
      }
    }
  }

  @Test
  @Tag("full") // half a minute
  void shouldMeasureTheLinksOfAGroupOnce() {
    Map<String, String> conf =
        Map.of("spark.plugins", PapilioPlugin.class.getName(), Conf.CALIBRATE, "true");
    try (SparkCluster cluster = SparkCluster.start(2, 1, conf)) {
      JavaRDD<Integer> tasks = cluster.context().parallelize(List.of(0, 1, 2, 3), 4);
      Duration[] took = new Duration[3];
      for (int round = 0; round < took.length; round++) {
        long start = System.nanoTime();
        try (SharedVector<double[]> vector =
            AllReduce.init(cluster.context().sc(), "sum" + round, 4, Reduction.SUM)) {
          tasks.foreach(task -> vector.commit(new double[] {task, 10 * task}));
          List<Double> read = tasks.map(task -> vector.get()[0] + vector.get()[1]).collect();
          assertEquals(Collections.nCopies(4, 66.0), read);
        }
        took[round] = Duration.ofNanos(System.nanoTime() - start);
      }
      assertTrue(took[0].toSeconds() > 5, "not measured: " + took[0]);
      assertTrue(took[1].toSeconds() < 5 && took[2].toSeconds() < 5, Arrays.toString(took));
    }
  }

  /** Long enough for three parts, and not divisible. */
  private static void shouldCountRetriedTasksOnceInEachPart(SparkCluster cluster) {
    int tasks = 6;
    int length = 400_003;
    List<Integer> numbers = IntStream.range(0, tasks).boxed().toList();
    JavaRDD<Integer> rdd = cluster.context().parallelize(numbers, tasks);
    try (SharedVector<float[]> vector =
        AllReduce.init(cluster.context().sc(), "parts", tasks, Reduction.SUM)) {
      rdd.foreach(
          task -> {
            float[] own = new float[length];
            for (int i = 0; i < length; i++) {
              own[i] = (task + 1) * (i % 1000);
            }
            vector.commit(own);
            if (task % 2 == 1 && TaskContext.get().attemptNumber() == 0) {
              throw new IllegalStateException("on purpose, after the commit");
            }
          });
      List<Integer> wrong =
          rdd.map(
                  task ->
                      (int)
                          IntStream.range(0, length)
                              .filter(i -> vector.get()[i] != 21 * (i % 1000))
                              .count())
              .collect();
      assertEquals(Collections.nCopies(tasks, 0), wrong);
    }
  }

  /** Who knows all but Spark's secret is shown the door. */
  private static void refuse(Map<String, String> told) {
    Credentials guessed = new Credentials(told.get(DriverSide.JOB), told.get(DriverSide.SALT));
    Endpoint driver = Endpoint.parse(told.get(DriverSide.RENDEZVOUS));
    IOException refused =
        assertThrows(
            IOException.class,
            () ->
                NetTransport.join(
                    driver, Hello.ANY, NetOptions.of(guessed), Duration.ofSeconds(20)));
    assertTrue(refused.getMessage().contains("secret"), refused.getMessage());
  }
}
