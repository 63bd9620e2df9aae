package io.papilio.spark.variable;

import static io.papilio.spark.variable.SimulatedManagers.SECOND;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.Reduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tasks commit once or twice, here or there; managers die, leave, pause and join at any moment; the
 * driver has what was lost run again. In the end everybody who lives reads the same sum, to which
 * each partition has contributed once.
 */
class ManagerChaosTest {
  private static final long X = 3;

  @Test
  void shouldCountEachPartitionOnceWhateverHappens() {
    for (long seed = 0; seed < 150; seed++) {
      run(seed);
    }
  }

  @Test
  @Tag("full")
  void shouldCountEachPartitionOnceForThousandsOfSeeds() {
    for (long seed = 1_000; seed < 6_000; seed++) {
      run(seed);
    }
  }

  private static void run(long seed) {
    try {
      new Run(seed).play();
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed + ": " + e, e);
    }
  }

  private static final class Run {
    private final SplittableRandom random;
    private final int count;
    private final int tasks;
    private final boolean elements;
    private final Fold fold;
    private final SimulatedManagers cluster;
    private int living;

    Run(long seed) {
      random = new SplittableRandom(seed);
      count = random.nextInt(2, 7);
      tasks = random.nextInt(1, 12);
      elements = random.nextInt(3) == 0;
      Combine<Double> adds = Double::sum;
      fold = elements ? ElementFold.ofLists(adds) : new DenseFold(Reduction.SUM, tasks, 1);
      int late = random.nextInt(count);
      int lanes = random.nextInt(1, 6);
      cluster = new SimulatedManagers(count, late, seed, lanes, Choice.CHEAPEST);
      for (int i = 0; i < count; i++) {
        living += cluster.isAlive(i) ? 1 : 0;
      }
    }

    void play() {
      cluster.coordinator.open(X, tasks);
      List<Integer> all = new ArrayList<>();
      for (int partition = 0; partition < tasks; partition++) {
        all.add(partition);
      }
      commit(all);
      for (int i = 0; i < count; i++) {
        fate(i);
      }
      for (int round = 0, calm = 0; calm < 2; round++) {
        assertTrue(round < 50, "never recovered");
        List<Integer> lost = settled();
        if (!lost.isEmpty()) {
          commit(lost);
          calm = 0;
        } else {
          cluster.pass(60 * SECOND); // whoever died is missed by now
          calm++;
        }
      }
      for (int i = 0; i < count; i++) {
        read(i);
      }
    }

    /** Some time in the next moments, by one of those who live then, and perhaps by a twin. */
    private void commit(List<Integer> partitions) {
      for (int partition : partitions) {
        for (int twins = 1 + random.nextInt(4) / 3; twins > 0; twins--) {
          at(() -> commit(partition));
        }
      }
    }

    private void commit(int partition) {
      int manager = random.nextInt(count);
      while (!cluster.isAlive(manager) || cluster.manager(manager) == null) {
        manager = (manager + 1) % count;
      }
      double[] values = ManagerTest.values(partition);
      Object committed = elements ? Arrays.stream(values).boxed().toArray() : values;
      cluster.manager(manager).commit(new Manager.Commit(X, fold, partition, committed));
    }

    private void at(Runnable action) {
      cluster.network.at(cluster.network.nanoTime() + random.nextLong(30_000_000), action);
    }

    private void fate(int manager) {
      boolean late = cluster.manager(manager) == null;
      int fate = random.nextInt(8);
      if (late) {
        at(
            () -> {
              cluster.join(manager);
              living++;
            });
      } else if (fate < 2) {
        at(() -> end(manager, fate == 0));
      } else if (fate == 2) {
        at(() -> cluster.network.pause(manager, cluster.network.nanoTime() + SECOND));
      } else if (fate == 3) {
        at(() -> cluster.manager(manager).get(X, fold)); // it may fail, or not
      }
    }

    private void end(int manager, boolean orderly) {
      if (living > 1) {
        living--;
        if (orderly) {
          cluster.leave(manager);
        } else {
          cluster.kill(manager);
        }
      }
    }

    /**
     * Partitions that were lost; or that are missing because their task went down with its node.
     */
    private List<Integer> settled() {
      CompletableFuture<List<Integer>> settled = cluster.coordinator.settled(X);
      cluster.run(settled);
      return settled.isDone() ? settled.join() : List.of();
    }

    private void read(int manager) {
      if (!cluster.isAlive(manager)) {
        return;
      }
      CompletableFuture<Object> result = cluster.manager(manager).get(X, fold);
      assertTrue(cluster.run(result), "manager " + manager + " waits for ever");
      Object sum;
      try {
        sum = result.join();
      } catch (CompletionException e) {
        throw new AssertionError("manager " + manager, e);
      }
      double[] read =
          elements
              ? Arrays.stream((Object[]) sum).mapToDouble(each -> (Double) each).toArray()
              : (double[]) sum;
      assertArrayEquals(ManagerTest.sum(tasks), read);
    }
  }
}
