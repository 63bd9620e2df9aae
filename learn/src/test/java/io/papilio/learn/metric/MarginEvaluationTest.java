package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Loss;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MarginEvaluationTest {
  private static final int ROWS = 3000;
  private static final List<String> NAMES = List.of("loss", "accuracy", "auc", "auPrc");

  /** Rows whose only value is their margin, which says something of the label; some of weight 2. */
  private static SparseRows rows() {
    SplittableRandom random = new SplittableRandom(5);
    RowsBuilder rows = new RowsBuilder();
    for (int i = 0; i < ROWS; i++) {
      boolean isPositive = random.nextInt(4) == 0;
      double margin = (random.nextDouble() - 0.6) * 5 + (isPositive ? 1 : 0);
      rows.add(0, (float) margin);
      rows.endRow(isPositive ? 1 : -1, 1 + i % 2);
    }
    return rows.build();
  }

  private record Judged(MetricValues metrics, Optional<String> note) {}

  /** What all workers find, which must be the same. */
  private static Judged judge(int workers, long mostExact) {
    SparseRows rows = rows();
    List<Judged> all = Collections.synchronizedList(new ArrayList<>());
    LocalCluster.run(
        workers,
        comm -> {
          MarginEvaluation own =
              new MarginEvaluation(
                  (block, row) -> block.values()[block.start(row)],
                  Loss.LOGISTIC::value,
                  mostExact);
          for (int row = comm.rank(); row < ROWS; row += comm.size()) {
            own.add(rows, row);
          }
          all.add(new Judged(own.metrics(comm), own.note()));
        });
    assertEquals(1, all.stream().distinct().count());
    return all.get(0);
  }

  @Test
  void shouldBinWhatIsTooMuchForOneWorker() {
    Judged exact = judge(1, ROWS);
    assertEquals(Optional.empty(), exact.note);
    for (int workers : new int[] {1, 2, 3, 5}) {
      Judged gathered = judge(workers, ROWS);
      Judged binned = judge(workers, ROWS - 1);
      for (String name : NAMES) {
        double expected = exact.metrics.get(name);
        assertTrue(expected > 0.1 && expected < 0.95, name + " " + expected);
        assertEquals(expected, gathered.metrics.get(name), 1e-12, name);
        assertEquals(expected, binned.metrics.get(name), 1e-3, name);
      }
      assertEquals(exact.metrics.loss(), binned.metrics.loss(), 1e-12);
      assertEquals(exact.metrics.get("accuracy"), binned.metrics.get("accuracy"), 1e-12);
      assertTrue(binned.note.orElseThrow().startsWith("auROC and auPRC of 3,000 examples are"));
    }
  }
}
