package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.spark.SparkCluster;
import io.papilio.spark.ml.RowBlocks.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

class RowBlocksTest {
  private static final int ROWS = 3000;

  @Test
  void shouldDealAllRowsOutEvenly() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(RowFactory.create(Vectors.dense(0, i, 1), (double) i, 1.0 + i % 3));
    }
    JavaRDD<Row> data = SparkCluster.shared().context().parallelize(rows, 4);
    List<List<Tuple2<Long, byte[]>>> dealt = RowBlocks.deal(data, 3, 2).glom().collect();
    assertEquals(3, dealt.size());
    TreeSet<Float> seen = new TreeSet<>();
    for (List<Tuple2<Long, byte[]>> worker : dealt) {
      int own = 0;
      for (Tuple2<Long, byte[]> packed : worker) {
        Block block = Packed.open(packed._2(), Block.class);
        own += block.rows().size();
        check(block, seen);
      }
      assertEquals(ROWS / 3.0, own, 4 * 64, "rows of a worker"); // a block of each partition
    }
    assertEquals(ROWS, seen.size());
  }

  private static void check(Block block, TreeSet<Float> seen) {
    SparseRows rows = block.rows();
    assertEquals(3, block.census().most());
    assertEquals(2, block.census().labels().size());
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
