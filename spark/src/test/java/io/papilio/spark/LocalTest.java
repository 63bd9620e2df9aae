package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.comm.Reduction;
import java.util.Collections;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** Driver and executor are one process, in which one application comes after another. */
class LocalTest {
  private static JavaSparkContext start() {
    SparkConf conf =
        new SparkConf(false)
            .setMaster("local[2]")
            .setAppName("local")
            .set("spark.ui.enabled", "false")
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
    SparkCluster.closeShared();
    SharedVector<double[]> older;
    try (JavaSparkContext jsc = start()) {
      older = share(jsc, 1);
    }
    assertThrows(IllegalStateException.class, older::await);
    try (JavaSparkContext jsc = start()) {
      share(jsc, 10).close();
      SparkException failed =
          assertThrows(
              SparkException.class,
              () -> jsc.parallelize(List.of(1), 1).foreach(task -> older.get()));
      assertTrue(failed.getMessage().contains("the variable was closed"), failed.getMessage());
      older.close(); // another time
    }
  }
}
