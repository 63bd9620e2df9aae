package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.Reduction;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Driver and executor are one process, in which one application comes after another. */
@Order(Integer.MAX_VALUE) // its cluster ends the one that others share
class LocalTest {
  private static JavaSparkContext start(String ports) {
    SparkCluster.closeShared();
    SparkConf conf =
        new SparkConf(false)
            .setMaster("local[2]")
            .setAppName("local")
            .set("spark.ui.enabled", "false")
            .set(Conf.PORT, ports)
            .set("spark.plugins", PapilioPlugin.class.getName());
    return new JavaSparkContext(conf);
  }

  private static SharedVector<double[]> share(JavaSparkContext jsc, double factor) {
    JavaRDD<Integer> tasks = jsc.parallelize(List.of(0, 1, 2, 3, 4), 5);
    SharedVector<double[]> vector = AllReduce.init(jsc.sc(), "sum", 5, Reduction.SUM);
    tasks.foreach(task -> vector.commit(new double[] {factor * task, factor}));
    List<Double> read = tasks.map(task -> vector.get()[0] + vector.get()[1]).collect();
    assertEquals(Collections.nCopies(5, 15 * factor), read);
    return vector;
  }

  @Test
  void shouldServeOneApplicationAfterAnother() {
    SharedVector<double[]> older;
    try (JavaSparkContext jsc = start("0")) {
      older = share(jsc, 1);
    }
    assertThrows(IllegalStateException.class, older::await);
    try (JavaSparkContext jsc = start("0")) {
      share(jsc, 10).close();
      SparkException failed =
          assertThrows(
              SparkException.class,
              () -> jsc.parallelize(List.of(1), 1).foreach(task -> older.get()));
      assertTrue(failed.getMessage().contains("the variable was closed"), failed.getMessage());
      older.close(); // another time
    }
  }

  /** A port that is not free is named where users look: in the driver. */
  @Test
  void shouldNameAnOccupiedPort() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
        JavaSparkContext jsc = start("%1$d-%1$d".formatted(taken.getLocalPort()))) {
      JavaRDD<Integer> tasks = jsc.parallelize(List.of(1, 2), 2);
      Runnable stay = () -> PapilioBarrier.mapPartitions(tasks, (comm, part) -> part).collect();
      for (Runnable use : List.<Runnable>of(() -> share(jsc, 1), stay)) {
        Exception failed = assertThrows(Exception.class, use::run);
        String first = failed.getMessage().lines().limit(2).collect(Collectors.joining(" "));
        String reason = "cannot listen on 127.0.0.1 port %d".formatted(taken.getLocalPort());
        assertTrue(first.contains(reason), failed.getMessage());
      }
    }
  }
}
