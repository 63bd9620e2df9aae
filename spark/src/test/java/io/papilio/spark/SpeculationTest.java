package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.Reduction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Spark starts a twin of a slow task, on another host only: so this cluster has several. */
@Order(Integer.MAX_VALUE) // its cluster ends the one that others share
class SpeculationTest {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX) // all of 127.0.0.0/8 is this machine
  void shouldCountATaskAndItsTwinOnce() {
    try (Hosts hosts = new Hosts(3, folder.resolve("work"))) {
      countOnce(hosts.url());
    }
  }

  private void countOnce(String url) {
    Map<String, String> conf =
        Map.of(
            "spark.master", url,
            "spark.plugins", PapilioPlugin.class.getName(),
            "spark.speculation", "true",
            "spark.speculation.interval", "50ms",
            "spark.speculation.quantile", "0.3",
            "spark.speculation.multiplier", "1.1");
    String twin = folder.resolve("twin").toString();
    try (SparkCluster cluster = SparkCluster.start(3, 1, conf)) {
      JavaRDD<Integer> tasks = cluster.context().parallelize(List.of(0, 1, 2), 3);
      try (SharedVector<double[]> vector =
          AllReduce.init(cluster.context().sc(), "sum", 3, Reduction.SUM)) {
        tasks.foreach(
            task -> {
              vector.commit(new double[] {task + 1, 100 * (task + 1)});
              if (task == 1 && TaskContext.get().attemptNumber() == 0) {
                while (!Files.exists(Path.of(twin))) { // it is slow until its twin has committed
                  LockSupport.parkNanos(10_000_000);
                  TaskContext.get().killTaskIfInterrupted();
                }
              } else if (task == 1) {
                Files.createFile(Path.of(twin));
              }
            });
        List<Double> read = tasks.map(task -> vector.get()[0] + vector.get()[1]).collect();
        assertEquals(Collections.nCopies(3, 606.0), read);
      }
      assertTrue(Files.exists(Path.of(twin)), "there was no twin");
    }
  }
}
