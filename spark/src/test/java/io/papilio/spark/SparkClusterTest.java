package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.junit.jupiter.api.Test;

class SparkClusterTest {
  private static final List<Integer> NUMBERS = IntStream.rangeClosed(1, 100).boxed().toList();

  @Test
  void shouldComputeInOtherProcessesAndOutliveOne() {
    SparkCluster cluster = SparkCluster.shared();
    Set<Long> pids = new HashSet<>(cluster.executorPids().values());
    assertEquals(3, pids.size());
    assertFalse(pids.contains(ProcessHandle.current().pid()));

    JavaRDD<Integer> numbers = cluster.context().parallelize(NUMBERS, 12);
    List<Long> used = numbers.map(number -> ProcessHandle.current().pid()).distinct().collect();
    assertEquals(pids, Set.copyOf(used));
    assertEquals(5050, numbers.reduce(Integer::sum));

    String victim = cluster.executorPids().keySet().iterator().next();
    cluster.kill(victim);
    assertEquals(5050, numbers.reduce(Integer::sum));
    cluster.awaitExecutors();
    assertFalse(cluster.executorPids().containsKey(victim));
  }
}
