package io.papilio.spark.variable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.Ring;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Schedule;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.variable.Manager.Commit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums in parts, next to sums in one piece. */
class SumTest {
  private static final long X = 5;
  private static final int TASKS = 9;
  private static final int[] LANES = {2, 3, 4, 8};

  private interface Values {
    Object of(int partition);
  }

  /** What each of the managers reads; tasks commit in the same order. */
  private static Object[] read(int managers, int lanes, long seed, Fold fold, Values values) {
    SimulatedManagers cluster = new SimulatedManagers(managers, 0, seed, lanes, Choice.CHEAPEST);
    cluster.coordinator.open(X, TASKS);
    for (int partition = 0; partition < TASKS; partition++) {
      Commit commit = new Commit(X, fold, partition, values.of(partition));
      cluster.manager(partition % managers).commit(commit);
    }
    Object[] read = new Object[managers];
    for (int manager = 0; manager < managers; manager++) {
      CompletableFuture<Object> result = cluster.manager(manager).get(X, fold);
      assertTrue(cluster.run(result), "no result, nor an error");
      read[manager] = result.join();
    }
    return read;
  }

  /** Numbers whose sum depends on the order in which they are added. */
  private static float[] floats(int partition, int length) {
    SplittableRandom random = new SplittableRandom(partition);
    float[] floats = new float[length];
    for (int i = 0; i < length; i++) {
      floats[i] = (float) (Math.exp(20 * random.nextDouble()) * (random.nextBoolean() ? 1 : -1));
    }
    return floats;
  }

  private static double[] doubles(int partition, int length) {
    SplittableRandom random = new SplittableRandom(partition);
    return random.doubles(length, -1, 1).map(x -> x * Math.exp(20 * x * x)).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 1_001})
  void shouldAddUpTheSameBitsInAnyNumberOfParts(int length) {
    for (int managers = 1; managers <= 2; managers++) { // of two it does not matter who is first
      for (Reduction reduction : List.of(Reduction.SUM, Reduction.MEAN, Reduction.MAX)) {
        Fold fold = new DenseFold(reduction, TASKS, 1);
        float[] one = (float[]) read(managers, 1, 1, fold, task -> floats(task, length))[0];
        double[] wide = (double[]) read(managers, 1, 1, fold, task -> doubles(task, length))[0];
        for (int lanes : LANES) {
          for (Object each : read(managers, lanes, lanes, fold, task -> floats(task, length))) {
            assertArrayEquals(one, (float[]) each);
          }
          for (Object each : read(managers, lanes, lanes, fold, task -> doubles(task, length))) {
            assertArrayEquals(wide, (double[]) each);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1_001})
  void shouldGiveAllReadersTheSameBits(int length) {
    Fold fold = new DenseFold(Reduction.SUM, TASKS, 1);
    for (int lanes : LANES) {
      Object[] read = read(5, lanes, lanes, fold, task -> floats(task, length));
      for (Object each : read) {
        assertArrayEquals((float[]) read[0], (float[]) each);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 8, 41})
  void shouldCombineElementsInTheOrderOfCommitsInAnyNumberOfParts(int length) {
    Combine<String> append = String::concat;
    Fold fold = ElementFold.ofLists(append);
    Values values =
        task -> {
          Object[] words = new Object[length];
          Arrays.setAll(words, i -> task + ":" + i + " ");
          return words;
        };
    for (int managers = 1; managers <= 3; managers++) {
      Object[] one = (Object[]) read(managers, 1, 1, fold, values)[0];
      for (int lanes : LANES) {
        for (Object each : read(managers, lanes, 1, fold, values)) { // of equal ranks
          assertArrayEquals(one, (Object[]) each);
        }
      }
    }
  }

  @Test
  void shouldMakeNoPartsThatAreTooShort() {
    Fold fold = new DenseFold(Reduction.SUM, 1, 100);
    assertEquals(List.of(Range.of(0)), fold.parts(new float[0], 4));
    assertEquals(List.of(Range.of(199)), fold.parts(new double[199], 4));
    assertEquals(List.of(new Range(0, 100), new Range(100, 200)), fold.parts(new float[200], 4));
    assertEquals(4, fold.parts(new float[1_000], 4).size());
  }

  /** Notes for which lengths it was asked. */
  private record Spy(Set<Integer> lengths) implements Algorithm {
    @Override
    public String summary() {
      return "A ring.";
    }

    @Override
    public String name() {
      return "spy";
    }

    @Override
    public Collective collective() {
      return Collective.ALL_REDUCE;
    }

    @Override
    public Schedule schedule(int rank, int size, int length) {
      lengths.add(length);
      return new Ring().schedule(rank, size, length);
    }
  }

  @Test
  void shouldReduceByTheAlgorithmThatWasNamed() {
    Set<Integer> lengths = new TreeSet<>();
    Fold fold = new DenseFold(Reduction.SUM, 2, 1);
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 1, 3, Choice.always(new Spy(lengths)));
    cluster.coordinator.open(X, 2);
    cluster.manager(0).commit(new Commit(X, fold, 0, new float[] {1, 2, 3, 4}));
    cluster.manager(1).commit(new Commit(X, fold, 1, new float[] {10, 20, 30, 40}));
    CompletableFuture<Object> result = cluster.manager(0).get(X, fold);
    assertTrue(cluster.run(result));
    assertArrayEquals(new float[] {11, 22, 33, 44}, (float[]) result.join());
    assertTrue(lengths.containsAll(Set.of(1, 2)), "parts were of " + lengths);
  }
}
