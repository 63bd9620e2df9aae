package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import io.papilio.spark.SparkCluster;
import io.papilio.spark.ml.RowBlocks.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

class RowBlocksTest {
  private static final int ROWS = 3000;
  private static final int TESTS = 1000;

  @Test
  void shouldDealAllRowsOutEvenly() {
    TrainingRows rows =
        new TrainingRows(
            "rows", blocks(0, ROWS), Optional.of(blocks(ROWS, TESTS)), Features.plain());
    List<List<Tuple2<Long, byte[]>>> dealt = rows.deal(3).glom().collect();
    assertEquals(3, dealt.size());
    TreeSet<Float> seen = new TreeSet<>();
    TreeSet<Float> tests = new TreeSet<>();
    for (List<Tuple2<Long, byte[]>> worker : dealt) {
      int own = 0;
      int ownTests = 0;
      for (Tuple2<Long, byte[]> packed : worker) {
        Block block = Packed.open(packed._2(), Block.class);
        boolean isTest = packed._1() < 0;
        own += isTest ? 0 : block.rows().size();
        ownTests += isTest ? block.rows().size() : 0;
        check(block, isTest ? tests : seen);
      }
      assertEquals(ROWS / 3.0, own, 4 * 64, "rows of a worker"); // a block of each partition
      assertEquals(TESTS / 3.0, ownTests, 4 * 64, "test rows of a worker");
    }
    assertEquals(ROWS, seen.size());
    assertEquals(ROWS - 1, seen.last());
    assertEquals(TESTS, tests.size());
    assertEquals(ROWS, tests.first());
  }

  private static JavaRDD<Tuple2<Long, byte[]>> blocks(int from, int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      rows.add(RowFactory.create((double) i, Vectors.dense(0, i, 1), 1.0 + i % 3));
    }
    Dataset<Row> data =
        SparkCluster.shared()
            .session()
            .createDataFrame(SparkCluster.shared().context().parallelize(rows, 4), Examples.SCHEMA);
    return new RowColumns("features", "label", "weight").blocks(data);
  }

  private static void check(Block block, TreeSet<Float> seen) {
    SparseRows rows = block.rows();
    assertEquals(3, block.least());
    assertEquals(3, block.most());
    assertEquals("", block.problem());
    for (int row = 0; row < rows.size(); row++) {
      float number = rows.label(row);
      assertTrue(seen.add(number), "twice: " + number);
      assertEquals(1 + number % 3, rows.weight(row));
      int last = rows.end(row) - 1;
      assertEquals(2, rows.indices()[last]);
      assertEquals(number == 0 ? 1 : 2, rows.end(row) - rows.start(row)); // zeros are left out
      assertEquals(number == 0 ? 1 : number, rows.values()[rows.start(row)]);
    }
  }

  @Test
  void shouldRefuseExecutorsThatComeAndGo() {
    SparkConf conf = new SparkConf(false).set("spark.dynamicAllocation.enabled", "true");
    String problem =
        assertThrows(IllegalArgumentException.class, () -> Slots.requireFixed(conf)).getMessage();
    assertTrue(problem.contains("no barrier stages"), problem);
    Slots.requireFixed(new SparkConf(false));
  }
}
