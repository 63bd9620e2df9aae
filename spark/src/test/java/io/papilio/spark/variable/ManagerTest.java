package io.papilio.spark.variable;

import static io.papilio.spark.variable.SimulatedManagers.SECOND;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.variable.Manager.Commit;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManagerTest {
  private static final int LENGTH = 37;
  private static final long X = 5;

  /** What a partition commits: no two places alike. */
  static double[] values(int partition) {
    double[] values = new double[LENGTH];
    Arrays.setAll(values, i -> (partition + 1) * 1000.0 + i);
    return values;
  }

  static double[] sum(int tasks) {
    double[] sum = new double[LENGTH];
    for (int partition = 0; partition < tasks; partition++) {
      double[] values = values(partition);
      Arrays.setAll(sum, i -> sum[i] + values[i]);
    }
    return sum;
  }

  private static Fold fold(int tasks) {
    return new DenseFold(Reduction.SUM, tasks, 1);
  }

  private static void commit(SimulatedManagers cluster, int manager, int partition, int tasks) {
    cluster.manager(manager).commit(new Commit(X, fold(tasks), partition, values(partition)));
  }

  private static double[] get(SimulatedManagers cluster, int manager, int tasks) {
    CompletableFuture<Object> result = cluster.manager(manager).get(X, fold(tasks));
    assertTrue(cluster.run(result), "no result, nor an error");
    return (double[]) result.join();
  }

  private static List<Integer> settled(SimulatedManagers cluster) {
    CompletableFuture<List<Integer>> settled = cluster.coordinator.settled(X);
    assertTrue(cluster.run(settled), "neither settled nor lost");
    return settled.join();
  }

  private static Throwable failure(CompletableFuture<?> future) {
    return assertThrows(CompletionException.class, future::join).getCause();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,5", "2,2", "2,1", "3,7", "4,4", "5,3", "8,17"})
  void shouldAddUpWhatTasksCommit(int managers, int tasks) {
    SimulatedManagers cluster = new SimulatedManagers(managers, 0, tasks);
    cluster.coordinator.open(X, tasks);
    for (int partition = 0; partition < tasks; partition++) {
      commit(cluster, partition % managers, partition, tasks);
    }
    assertEquals(List.of(), settled(cluster));
    for (int manager = 0; manager < managers; manager++) { // also those that committed nothing
      assertArrayEquals(sum(tasks), get(cluster, manager, tasks));
    }
  }

  @Test
  void shouldDivideTheMeanByTheTasks() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 1);
    cluster.coordinator.open(X, 3);
    Fold mean = new DenseFold(Reduction.MEAN, 3, 1);
    for (int partition = 0; partition < 3; partition++) {
      cluster
          .manager(partition % 2)
          .commit(new Commit(X, mean, partition, new float[] {partition, 3, 6 * partition}));
    }
    CompletableFuture<Object> result = cluster.manager(1).get(X, mean);
    assertTrue(cluster.run(result));
    assertArrayEquals(new float[] {1, 3, 6}, (float[]) result.join());
  }

  @Test
  void shouldCombineElementsOfAnyType() {
    SimulatedManagers cluster = new SimulatedManagers(4, 0, 3);
    cluster.coordinator.open(X, 3);
    Combine<String> longest = (a, b) -> a.length() >= b.length() ? a : b;
    Fold fold = ElementFold.ofLists(longest);
    for (int partition = 0; partition < 3; partition++) {
      Object[] words = new Object[11];
      int at = partition;
      Arrays.setAll(words, i -> "x".repeat((i + at) % 3 + 1) + i);
      cluster.manager(partition).commit(new Commit(X, fold, partition, words));
    }
    Object[] expected = new Object[11];
    Arrays.setAll(expected, i -> "xxx" + i);
    for (int manager = 0; manager < 4; manager++) { // the last one gets a copy
      CompletableFuture<Object> result = cluster.manager(manager).get(X, fold);
      assertTrue(cluster.run(result));
      assertArrayEquals(expected, (Object[]) result.join());
    }
  }

  @Test
  void shouldCountATwinOnce() {
    SimulatedManagers cluster = new SimulatedManagers(3, 0, 4);
    cluster.coordinator.open(X, 2);
    commit(cluster, 0, 0, 2);
    commit(cluster, 1, 0, 2); // a speculative copy
    commit(cluster, 0, 0, 2); // a retry
    commit(cluster, 2, 1, 2);
    assertArrayEquals(sum(2), get(cluster, 1, 2));
    commit(cluster, 1, 1, 2); // and one that comes too late
    assertArrayEquals(sum(2), get(cluster, 0, 2));
  }

  @Test
  void shouldGiveAllReadersOfAProcessTheSameArray() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 4);
    cluster.coordinator.open(X, 1);
    commit(cluster, 0, 0, 1);
    assertSame(get(cluster, 1, 1), get(cluster, 1, 1));
  }

  @Test
  void shouldServeAManagerThatJoinsLater() {
    SimulatedManagers cluster = new SimulatedManagers(3, 1, 9);
    cluster.coordinator.open(X, 2);
    commit(cluster, 0, 0, 2);
    commit(cluster, 1, 1, 2);
    assertEquals(List.of(), settled(cluster));
    cluster.join(2);
    assertArrayEquals(sum(2), get(cluster, 2, 2));
  }

  @Test
  void shouldAskAnotherIfTheGiverOfACopyDies() {
    for (long micros = 0; micros < 12_000; micros += 250) { // before, during and after the copy
      SimulatedManagers cluster = new SimulatedManagers(3, 0, micros);
      cluster.coordinator.open(X, 2);
      commit(cluster, 0, 0, 2);
      commit(cluster, 1, 1, 2);
      assertEquals(List.of(), settled(cluster));
      CompletableFuture<Object> result = cluster.manager(2).get(X, fold(2));
      cluster.pass(micros * 1000);
      cluster.kill(1); // the first copy is its
      assertTrue(cluster.run(result), "no answer after " + micros);
      assertArrayEquals(sum(2), (double[]) result.join());
    }
  }

  @Test
  void shouldNameWhatWasLostBeforeTheReduction() {
    SimulatedManagers cluster = new SimulatedManagers(3, 0, 5);
    cluster.coordinator.open(X, 4);
    commit(cluster, 0, 0, 4);
    commit(cluster, 1, 1, 4);
    commit(cluster, 1, 3, 4);
    cluster.pass(SECOND);
    cluster.kill(1);
    cluster.pass(30 * SECOND); // it is missed
    assertEquals(List.of(1, 2, 3), settled(cluster)); // one has not run yet
    CompletableFuture<Object> early = cluster.manager(0).get(X, fold(4));
    assertTrue(cluster.run(early));
    LostPartitionsException lost = assertInstanceOf(LostPartitionsException.class, failure(early));
    assertEquals(List.of(1, 3), lost.partitions());
    commit(cluster, 2, 1, 4);
    commit(cluster, 0, 3, 4);
    commit(cluster, 2, 2, 4);
    assertEquals(List.of(), settled(cluster));
    assertArrayEquals(sum(4), get(cluster, 0, 4));
    assertArrayEquals(sum(4), get(cluster, 2, 4));
  }

  @Test
  void shouldNotCallLostWhatIsMadeGoodInTime() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 6);
    cluster.coordinator.open(X, 2);
    commit(cluster, 0, 0, 2);
    commit(cluster, 1, 1, 2);
    cluster.leave(1);
    CompletableFuture<Object> result = cluster.manager(0).get(X, fold(2));
    cluster.pass(SECOND);
    assertFalse(result.isDone());
    commit(cluster, 0, 1, 2);
    assertTrue(cluster.run(result));
    assertArrayEquals(sum(2), (double[]) result.join());
  }

  @Test
  void shouldSurviveThoseWhoHaveTheResult() {
    SimulatedManagers cluster = new SimulatedManagers(3, 0, 7);
    cluster.coordinator.open(X, 2);
    commit(cluster, 0, 0, 2);
    commit(cluster, 1, 1, 2);
    assertArrayEquals(sum(2), get(cluster, 2, 2)); // a copy
    cluster.leave(0);
    cluster.kill(1);
    assertArrayEquals(sum(2), get(cluster, 2, 2));
    assertEquals(List.of(), settled(cluster));
    cluster.leave(2);
    cluster.pass(30 * SECOND);
    assertEquals(List.of(0, 1), settled(cluster));
  }

  @Test
  void shouldHandOverCommitsThatNobodyHasAnswered() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 11);
    cluster.coordinator.open(X, 3);
    commit(cluster, 0, 0, 3);
    cluster.pass(SECOND);
    cluster.network.pause(0, cluster.network.nanoTime() + 100 * SECOND); // it is taken for dead
    cluster.pass(50 * SECOND);
    commit(cluster, 0, 1, 3); // and does not know it yet
    commit(cluster, 1, 2, 3);
    assertEquals(List.of(0, 1), settled(cluster));
    cluster.pass(60 * SECOND);
    commit(cluster, 0, 0, 3); // now it knows
    assertEquals(List.of(1, 0), cluster.orphans.stream().map(Commit::partition).toList());
    assertTrue(cluster.manager(0).lost().contains("no sign of life"), cluster.manager(0).lost());
    cluster.orphans.forEach(cluster.manager(1)::commit); // as who has joined again
    assertArrayEquals(sum(3), get(cluster, 1, 3));
  }

  @Test
  void shouldNotMindWhatComesTooLate() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 12);
    cluster.coordinator.open(X, 1);
    commit(cluster, 0, 0, 1);
    assertEquals(List.of(), settled(cluster));
    cluster.manager(1).commit(new Commit(X, fold(1), 0, new double[3])); // of another length
    commit(cluster, 1, 7, 1); // and of no partition
    cluster.pass(SECOND);
    assertEquals(List.of(), settled(cluster));
    assertArrayEquals(sum(1), get(cluster, 1, 1));
  }

  @Test
  void shouldNameVeryManyPartitions() {
    int tasks = 20_000;
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 13);
    cluster.coordinator.open(X, tasks);
    for (int partition = 0; partition < tasks; partition++) {
      cluster
          .manager(partition % 2)
          .commit(new Commit(X, fold(tasks), partition, new double[] {partition}));
      if (partition == tasks - 3) {
        cluster.pass(SECOND);
        cluster.leave(1);
        break;
      }
    }
    CompletableFuture<Object> result = cluster.manager(0).get(X, fold(tasks));
    assertTrue(cluster.run(result));
    LostPartitionsException lost = assertInstanceOf(LostPartitionsException.class, failure(result));
    assertEquals(List.of(1, 3, 5), lost.partitions().subList(0, 3));
    assertTrue(lost.getMessage().length() < 3_000, lost.getMessage());
    assertEquals(tasks / 2 + 1, settled(cluster).size()); // and two that were not committed yet
  }

  @Test
  void shouldRefuseVectorsThatAreNotAlike() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 8);
    cluster.coordinator.open(X, 2);
    CompletableFuture<Object> early = cluster.manager(0).get(X, fold(2));
    cluster.manager(0).commit(new Commit(X, fold(2), 0, new double[3]));
    cluster.pass(SECOND);
    cluster.manager(1).commit(new Commit(X, fold(2), 1, new double[4]));
    assertTrue(cluster.run(early));
    String message = failure(early).getMessage();
    assertEquals("partition 1 has committed DOUBLE 4, others DOUBLE 3", message);
    CompletableFuture<Object> late = cluster.manager(1).get(X, fold(2));
    assertTrue(cluster.run(late));
    assertEquals(message, failure(late).getMessage());
  }

  @Test
  void shouldRefuseAPartitionTooMany() {
    SimulatedManagers cluster = new SimulatedManagers(1, 0, 8);
    cluster.coordinator.open(X, 2);
    commit(cluster, 0, 2, 2);
    CompletableFuture<List<Integer>> settled = cluster.coordinator.settled(X);
    assertTrue(cluster.run(settled));
    assertEquals("partition 2 of 2 has committed", failure(settled).getMessage());
  }

  @Test
  void shouldSayWhatAUsersFunctionThrew() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 8);
    cluster.coordinator.open(X, 2);
    Combine<String> broken =
        (a, b) -> {
          throw new IllegalArgumentException("no " + b);
        };
    Fold fold = ElementFold.ofLists(broken);
    cluster.manager(0).commit(new Commit(X, fold, 0, new Object[] {"a"}));
    cluster.manager(1).commit(new Commit(X, fold, 1, new Object[] {"b"}));
    CompletableFuture<Object> result = cluster.manager(0).get(X, fold);
    assertTrue(cluster.run(result));
    assertTrue(failure(result).getMessage().contains("no b"), failure(result).getMessage());
  }

  @Test
  void shouldSayWhatAScalaFunctionThrew() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 8);
    cluster.coordinator.open(X, 3);
    Combine<String> broken = (a, b) -> sneak(new IOException("no " + b));
    Fold fold = ElementFold.ofLists(broken);
    cluster.manager(0).commit(new Commit(X, fold, 0, new Object[] {"a"}));
    cluster.manager(0).commit(new Commit(X, fold, 1, new Object[] {"b"}));
    cluster.manager(1).commit(new Commit(X, fold, 2, new Object[] {"c"}));
    CompletableFuture<Object> result = cluster.manager(1).get(X, fold);
    assertTrue(cluster.run(result));
    assertTrue(failure(result).getMessage().contains("no b"), failure(result).getMessage());
  }

  @SuppressWarnings("unchecked")
  private static <T, E extends Exception> T sneak(Exception e) throws E {
    throw (E) e;
  }

  @Test
  void shouldNotPutOffALossBecauseOfOthersWhoHadNothing() {
    SimulatedManagers cluster = new SimulatedManagers(6, 0, 9);
    cluster.coordinator.open(X, 2);
    commit(cluster, 0, 0, 2);
    CompletableFuture<Object> waiting = cluster.manager(1).get(X, fold(2));
    cluster.pass(SECOND);
    for (int node : new int[] {0, 2, 3, 4, 5}) {
      cluster.leave(node);
      cluster.pass(SECOND);
    }
    assertTrue(waiting.isDone(), "nobody has told of the loss");
    assertInstanceOf(LostPartitionsException.class, failure(waiting));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSayWhichElementCannotBeSerialised(int which) {
    SimulatedManagers cluster = new SimulatedManagers(3, 0, 8);
    cluster.coordinator.open(X, 3);
    Combine<Object> odd = (a, b) -> b instanceof Thread ? b : a;
    Fold fold = ElementFold.ofLists(odd);
    for (int manager = 0; manager < 3; manager++) {
      Object[] elements = {1, 2, 3, 4, 5, 6, 7};
      elements[5] = manager == which ? Thread.currentThread() : 6;
      cluster.manager(manager).commit(new Commit(X, fold, manager, elements));
    }
    CompletableFuture<Object> result = cluster.manager(1).get(X, fold);
    assertTrue(cluster.run(result));
    assertTrue(failure(result).getMessage().contains("Thread"), failure(result).getMessage());
  }

  @Test
  void shouldEndWaitsWhenItIsClosed() {
    SimulatedManagers cluster = new SimulatedManagers(2, 0, 8);
    cluster.coordinator.open(X, 2);
    CompletableFuture<Object> waiting = cluster.manager(0).get(X, fold(2));
    cluster.pass(SECOND);
    cluster.coordinator.close(X);
    assertTrue(cluster.run(waiting));
    assertEquals("the variable was closed", failure(waiting).getMessage());
    CompletableFuture<Object> late = cluster.manager(1).get(X, fold(2));
    assertTrue(cluster.run(late));
    assertEquals("the variable was closed", failure(late).getMessage());
  }

  @Test
  void shouldKeepVariablesApart() {
    SimulatedManagers cluster = new SimulatedManagers(3, 0, 2);
    for (long variable = 10; variable < 14; variable++) {
      cluster.coordinator.open(variable, 3);
    }
    for (int partition = 0; partition < 3; partition++) {
      for (long variable = 10; variable < 14; variable++) {
        double[] values = {variable * 100 + partition, partition};
        cluster.manager(partition).commit(new Commit(variable, fold(3), partition, values));
      }
    }
    for (long variable = 10; variable < 14; variable++) {
      CompletableFuture<Object> result = cluster.manager((int) variable % 3).get(variable, fold(3));
      assertTrue(cluster.run(result));
      assertArrayEquals(new double[] {variable * 300 + 3, 3}, (double[]) result.join());
    }
  }
}
