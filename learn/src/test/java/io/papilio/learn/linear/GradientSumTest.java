package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.Consistency;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of gradients, as vectors and as entries: steps by them are the same. */
@Timeout(60)
class GradientSumTest {
  private static final int LENGTH = Examples.FEATURES + 1;
  private static final int STEPS = 3;

  /** The weights after some steps, each by the rows of all workers. */
  private static float[][] steps(
      int workers, Function<Communicator, GradientSum> sums, Function<float[], LazyWeights> lazy) {
    SparseRows rows = Examples.blocks(4 * workers * STEPS, false).get(1);
    float[][] ended = new float[workers][];
    LocalCluster.run(
        workers,
        comm -> {
          float[] array = start();
          LazyWeights weights = lazy.apply(array);
          GradientSum sum = sums.apply(comm);
          for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < 2; i++) {
              int row = (step * workers + comm.rank()) * 2 + i;
              sum.add(rows, row, slope(row));
            }
            sum.reduce();
            weights.shrink(0.875);
            sum.subtractFrom(weights, 0.5, 0.25);
          }
          weights.settle();
          ended[comm.rank()] = array;
        });
    return ended;
  }

  private static float[] start() {
    float[] weights = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      weights[i] = i % 5 - 2;
    }
    return weights;
  }

  private static double slope(int row) {
    return row % 2 == 0 ? 0.5 : -0.25;
  }

  /** The same by a plain loop in doubles, for weights that all shrink and change alike. */
  private static float[] expected(int workers) {
    SparseRows rows = Examples.blocks(4 * workers * STEPS, false).get(1);
    float[] start = start();
    double[] weights = new double[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      weights[i] = start[i];
    }
    for (int step = 0; step < STEPS; step++) {
      for (int i = 0; i < LENGTH - 1; i++) {
        weights[i] *= 0.875;
      }
      for (int row = step * workers * 2; row < (step + 1) * workers * 2; row++) {
        for (int at = rows.start(row); at < rows.end(row); at++) {
          weights[rows.indices()[at]] -= 0.5 * slope(row) * rows.values()[at];
        }
        weights[LENGTH - 1] -= 0.25 * slope(row);
      }
    }
    float[] rounded = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      rounded[i] = (float) weights[i];
    }
    return rounded;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void shouldTakeTheSameStepsEitherWay(int workers) {
    List<Function<float[], LazyWeights>> kinds = List.of(LazyWeights::plain, LazyWeights::measured);
    for (Function<float[], LazyWeights> lazy : kinds) {
      float[][] whole = steps(workers, comm -> new DenseSum(comm, Optional.empty(), LENGTH), lazy);
      float[][] entries = steps(workers, comm -> new EntrySum(comm, LENGTH), lazy);
      for (int worker = 0; worker < workers; worker++) {
        assertArrayEquals(expected(workers), whole[worker], 1e-5f);
        assertArrayEquals(expected(workers), entries[worker], 1e-5f);
        assertArrayEquals(whole[0], whole[worker], 0, "the same bits everywhere");
        assertArrayEquals(entries[0], entries[worker], 0, "the same bits everywhere");
      }
    }
  }

  @Test
  void shouldTakeTheSameStepsWithFactorsOfEachWeight() {
    float[] factors = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      factors[i] = 1 + i % 3;
    }
    Function<float[], LazyWeights> lazy = array -> LazyWeights.preconditioned(array, factors);
    float[][] whole = steps(3, comm -> new DenseSum(comm, Optional.empty(), LENGTH), lazy);
    float[][] entries = steps(3, comm -> new EntrySum(comm, LENGTH), lazy);
    for (int worker = 0; worker < 3; worker++) {
      assertArrayEquals(entries[worker], whole[worker], 1e-5f);
    }
  }

  /** Each sum is subtracted a step later; the last one when workers meet. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldBeLateByAStep(int workers) {
    SparseRows rows = Examples.blocks(4 * workers * STEPS, false).get(1);
    LocalCluster.run(
        workers,
        comm -> {
          DenseSum punctual = new DenseSum(comm, Optional.empty(), LENGTH);
          LateSum late = new LateSum(comm, Optional.empty(), LENGTH);
          float[] before = start();
          float[] now = start();
          float[] delayed = start();
          for (int step = 0; step < STEPS; step++) {
            int row = step * workers + comm.rank();
            late.add(rows, row, 1);
            assertEquals(step > 0, late.reduce(), "step " + step);
            if (step > 0) {
              late.subtractFrom(LazyWeights.plain(delayed), step, 1);
            }
            assertArrayEquals(before, now);
            assertArrayEquals(before, delayed, 0, "as before step " + step);
            punctual.add(rows, row, 1);
            assertTrue(punctual.reduce());
            punctual.subtractFrom(LazyWeights.plain(now), step + 1, 1);
            before = now.clone();
          }
          assertTrue(late.finish());
          late.subtractFrom(LazyWeights.plain(delayed), STEPS, 1);
          assertArrayEquals(now, delayed);
          assertFalse(late.finish(), "nothing is under way");
        });
  }

  @Test
  void shouldSendEntriesWhereTheyAreFew() {
    LocalCluster.run(
        4,
        comm -> {
          Sync bsp = Sync.ALL_REDUCE;
          Sync ssp = new Sync(bsp.strategy(), Consistency.ssp(1));
          assertInstanceOf(EntrySum.class, GradientSum.of(comm, bsp, 10_000_000, 1000));
          assertInstanceOf(EntrySum.class, GradientSum.of(comm, ssp, 10_000_000, 1000));
          assertInstanceOf(DenseSum.class, GradientSum.of(comm, bsp, 1000, 1000));
          assertInstanceOf(LateSum.class, GradientSum.of(comm, ssp, 1000, 1000));
          assertInstanceOf(
              DenseSum.class,
              GradientSum.of(comm, new Sync(bsp.strategy(), Consistency.ssp(0)), 1000, 1000));
          Sync ring = new Sync(bsp.strategy().with("ring"), Consistency.BSP);
          assertInstanceOf(
              DenseSum.class,
              GradientSum.of(comm, ring, 10_000_000, 1000),
              "who names an algorithm gets it");
        });
  }
}
