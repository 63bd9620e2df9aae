package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Lbfgs;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HybridTest {
  private static final int ROWS = 500;
  private static final Objective OBJECTIVE = new Objective(Loss.LOGISTIC, 0.1, 0);
  private static final Lbfgs LBFGS = new Lbfgs(OBJECTIVE, 100, 1e-9);
  private final List<SparseRows> blocks = Examples.blocks(ROWS, false);

  private List<Double> values(int workers, Optimizer optimizer) {
    List<Double> values = new ArrayList<>();
    LocalCluster.run(
        workers,
        comm ->
            optimizer.run(
                comm,
                Shard.of(blocks).part(workers, comm.rank()),
                new float[Examples.FEATURES + 1],
                (examples, w) -> {
                  if (comm.rank() == 0 && examples > ROWS) { // past the online pass
                    values.add(Examples.value(OBJECTIVE, blocks, w));
                  }
                  return true;
                }));
    return values;
  }

  @Test
  void shouldEndWhereLbfgsEndsAndBeginNearer() {
    for (int workers : Examples.WORKERS) {
      List<Double> cold = values(workers, LBFGS);
      List<Double> warm = values(workers, new Hybrid(new Online(OBJECTIVE, 1, 3), LBFGS));
      double best = cold.get(cold.size() - 1);
      assertEquals(best, warm.get(warm.size() - 1), 1e-5 * best);
      assertTrue(warm.get(0) < cold.get(0), warm.get(0) + " after " + workers);
    }
  }

  /** How many passes there were before the hand-over. */
  private int passes(Online online, double leastGain) {
    List<Long> moments = new ArrayList<>();
    Lbfgs none = new Lbfgs(OBJECTIVE, 0, 1e-9);
    LocalCluster.run(
        3,
        comm ->
            new Hybrid(online, none, leastGain)
                .run(
                    comm,
                    Shard.of(blocks).part(3, comm.rank()),
                    new float[Examples.FEATURES + 1],
                    (examples, w) -> comm.rank() > 0 || moments.add(examples)));
    return (int) (moments.get(moments.size() - 1) / ROWS);
  }

  @Test
  void shouldHandOverWhenPassesDoNotPay() {
    Online online = new Online(OBJECTIVE, 30, 3);
    assertEquals(2, passes(online, 1));
    int usual = passes(online, 0.1);
    assertTrue(usual >= 2 && usual < 6, usual + " passes");
    assertEquals(1, passes(new Online(OBJECTIVE, 1, 3), 0));
  }

  @Test
  void shouldBeOnlineThenLbfgs() {
    Online online = new Online(OBJECTIVE, 1, 3);
    float[] hybrid = Examples.learn(2, new Hybrid(online, LBFGS), blocks).get(0);
    List<float[]> byHand = List.of(new float[hybrid.length], new float[hybrid.length]);
    LocalCluster.run(
        2,
        comm -> {
          Shard shard = Shard.of(blocks).part(2, comm.rank());
          online.run(comm, shard, byHand.get(comm.rank()), Examples.PATIENT);
          LBFGS.run(comm, shard, byHand.get(comm.rank()), Examples.PATIENT);
        });
    assertArrayEquals(byHand.get(0), hybrid);
  }

  /** What the two stages tell comes through, and so does what they do only to be looked at. */
  @Test
  void shouldPassOnNotesAndWhatIsAside() {
    List<String> heard = new ArrayList<>();
    LocalCluster.run(
        2,
        comm ->
            new Hybrid(new Online(OBJECTIVE, 1, 3), new Lbfgs(OBJECTIVE, 2, 1e-9))
                .run(
                    comm,
                    Shard.of(blocks).part(2, comm.rank()),
                    new float[Examples.FEATURES + 1],
                    new Optimizer.Watch() {
                      @Override
                      public boolean onProgress(long examples, float[] weights) {
                        return true;
                      }

                      @Override
                      public void aside(Runnable work) {
                        work.run();
                        if (comm.rank() == 0) {
                          heard.add("aside");
                        }
                      }

                      @Override
                      public void onNote(String note) {
                        if (comm.rank() == 0) {
                          heard.add(note);
                        }
                      }
                    }));
    assertEquals(21, heard.size(), heard.toString()); // 19 notes of the pass, then all shown
    assertEquals("aside", heard.get(19));
    assertTrue(heard.get(20).contains("after 2 iterations"), heard.get(20));
  }
}
