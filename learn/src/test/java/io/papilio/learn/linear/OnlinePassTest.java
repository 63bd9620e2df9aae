package io.papilio.learn.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.optimize.Notes;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many passes online learning makes, when it is looked at, and from where it goes on. */
@Timeout(60)
class OnlinePassTest {
  private static final Objective PLAIN = new Objective(Loss.LOGISTIC, 0, 0);
  private static final int LENGTH = Examples.FEATURES + 1;
  private static final int ROWS = 240;
  private static final double NEVER = Double.NEGATIVE_INFINITY;
  private static final long SEED = 5;

  private static final class Recorder implements Optimizer.Watch {
    long most = Long.MAX_VALUE;
    Optional<Snapshot> start = Optional.empty();
    final List<Long> examples = new ArrayList<>();
    final List<Snapshot> snapshots = new ArrayList<>();
    boolean mayEndEarly = true;
    int aside;
    int alone;
    int past;

    @Override
    public boolean mayEndEarly() {
      return mayEndEarly;
    }

    @Override
    public boolean onProgress(long seen, float[] weights) {
      examples.add(seen);
      return seen < most;
    }

    @Override
    public void onAlone(long seen) {
      alone++;
    }

    @Override
    public void onPast(long seen, double seconds, float[] weights) {
      past++;
      assertTrue(seconds < 60, seconds + " seconds");
      onProgress(seen, weights);
    }

    @Override
    public void aside(Runnable work) {
      aside++;
      work.run();
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      snapshots.add(snapshot.get());
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  private record Ended(Online.Learned learned, float[] weights, Recorder watch) {}

  /** Runs it with watches that all do as this one; returns what worker 0 ends with. */
  private static Ended run(
      int workers, Online online, List<SparseRows> rows, double leastGain, Recorder watch) {
    List<Ended> ended = Collections.synchronizedList(new ArrayList<>());
    LocalCluster.run(
        workers,
        comm -> {
          Recorder own = comm.rank() == 0 ? watch : new Recorder();
          own.most = watch.most;
          own.start = watch.start;
          own.mayEndEarly = watch.mayEndEarly;
          float[] weights = new float[LENGTH];
          Shard shard = Shard.of(rows).part(workers, comm.rank());
          Online.Learned learned = online.run(comm, shard, weights, own, leastGain);
          if (comm.rank() == 0) {
            ended.add(new Ended(learned, weights, own));
          }
        });
    return ended.get(0);
  }

  private static Online.Learned learned(int workers, int passes, double leastGain, long most) {
    Recorder watch = new Recorder();
    watch.most = most;
    List<SparseRows> rows = Examples.blocks(ROWS, false);
    return run(workers, new Online(PLAIN, passes, SEED), rows, leastGain, watch).learned;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldEndWithAPassThatDoesNotPay(int workers) {
    assertEquals(new Online.Learned(3, 3 * ROWS, true), learned(workers, 3, NEVER, ROWS * 9));
    assertEquals(new Online.Learned(0, 0, true), learned(workers, 0, NEVER, ROWS * 9));
    assertEquals(new Online.Learned(1, ROWS, true), learned(workers, 1, 1, ROWS * 9));
    // the second pass lowers the loss, though not by nine tenths
    assertEquals(new Online.Learned(2, 2 * ROWS, true), learned(workers, 4, 0.9, ROWS * 9));
    assertEquals(new Online.Learned(2, 2 * ROWS, true), learned(workers, 2, -0.9, ROWS * 9));
    assertEquals(new Online.Learned(4, 4 * ROWS, true), learned(workers, 4, -0.9, ROWS * 9));
    assertTrue(learned(workers, 4, 0, ROWS * 9).passes() > 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldSayThatItsWatchEndedIt(int workers) {
    assertEquals(new Online.Learned(1, ROWS, false), learned(workers, 3, NEVER, 1));
    assertEquals(new Online.Learned(1, ROWS, false), learned(workers, 3, NEVER, ROWS));
    assertEquals(new Online.Learned(2, 2 * ROWS, false), learned(workers, 3, NEVER, ROWS + 1));
    assertEquals(new Online.Learned(3, 3 * ROWS, false), learned(workers, 3, NEVER, 3 * ROWS));
  }

  @Test
  void shouldMakeNoPassWithoutRowsOrRoom() {
    Ended ended = run(2, new Online(PLAIN, 3, SEED), List.of(), NEVER, new Recorder());
    assertEquals(new Online.Learned(0, 0, true), ended.learned);
    LocalCluster.run(
        1,
        comm -> {
          Shard none = Shard.of(List.of());
          Online online = new Online(PLAIN, 3, SEED);
          assertEquals(0, online.run(comm, none, new float[LENGTH], Examples.PATIENT));
          Shard some = Shard.of(Examples.blocks(12, false));
          assertEquals(3, online.run(comm, some, new float[LENGTH], Examples.PATIENT));
          assertThrows(
              IllegalArgumentException.class,
              () -> online.run(comm, some, new float[LENGTH - 1], Examples.PATIENT));
        });
  }

  /** Also the loss that the next pass has to lower. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldGoOnFromAPass(int workers) {
    List<SparseRows> rows = Examples.blocks(ROWS, true);
    Online online = new Online(new Objective(Loss.LOGISTIC, 0, 1), 4, SEED);
    Ended whole = run(workers, online, rows, NEVER, new Recorder());
    assertEquals(3, whole.watch.snapshots.size());
    for (int pass = 1; pass < 4; pass++) {
      Recorder rest = new Recorder();
      rest.start = Optional.of(whole.watch.snapshots.get(pass - 1));
      Ended ended = run(workers, online, rows, NEVER, rest);
      assertEquals(whole.learned, ended.learned);
      assertArrayEquals(whole.weights, ended.weights, "after pass " + pass);
      Recorder once = new Recorder();
      once.start = rest.start;
      int passes = run(workers, online, rows, 0.9, once).learned.passes();
      assertEquals(pass + 1, passes, "it does not pay after pass " + pass);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 8, 20",
    "1, 1000, 8, 20",
    "2, 0, 8, 1",
    "2, 47, 8, 2",
    "2, 48, 8, 3",
    "2, 320, 8, 20",
    "2, 1000000, 8, 20",
    "7, 80, 8, 5"
  })
  void shouldMeetAsOftenAsItCanAfford(int workers, long entries, int weights, int looks) {
    assertEquals(looks, Online.looks(workers, entries, weights));
  }

  /** What only draws the curve of a single pass is aside; if nobody waits, also what is noted. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "1, 2, true",
    "2, 1, true",
    "2, 1, false",
    "2, 2, false"
  })
  void shouldBeLookedAtTwentyTimesAPass(int workers, int passes, boolean mayEndEarly) {
    Recorder watch = new Recorder();
    watch.mayEndEarly = mayEndEarly;
    Online online = new Online(PLAIN, passes, SEED);
    run(workers, online, Examples.blocks(ROWS, false), NEVER, watch);
    List<Long> expected = LongStream.rangeClosed(1, 20L * passes).mapToObj(i -> i * 12).toList();
    assertEquals(expected, watch.examples);
    boolean notes = workers == 2 && passes == 1 && !mayEndEarly;
    assertEquals(notes ? 19 : 0, watch.past);
    assertEquals(notes ? 19 : 0, watch.alone);
    assertEquals(passes > 1 ? 0 : notes ? 20 : 19, watch.aside);
  }

  @Test
  void shouldSayWhatMemoryItTakes() {
    Optimizer.Size alone = new Optimizer.Size(1000, 50, 1, 1);
    Optimizer.Size three = new Optimizer.Size(1000, 50, 3, 2);
    long cells = OnlineState.bytes(1000);
    assertEquals(cells, new Online(PLAIN, 1, SEED).memoryBytes(alone));
    assertEquals(cells, new Online(PLAIN, 2, SEED).memoryBytes(three));
    assertEquals(
        cells + Notes.mostBytes(OnlineState.CELL * 1000, 2),
        new Online(PLAIN, 1, SEED).memoryBytes(three));
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    assertThrows(IllegalArgumentException.class, () -> new Online(PLAIN, -1, 0.5, 0.5, SEED));
    for (double rate : new double[] {0, -1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> new Online(PLAIN, 1, rate, 0.5, SEED));
    }
    for (double power : new double[] {-0.01, 1.01, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> new Online(PLAIN, 1, 0.5, power, SEED));
    }
    assertDoesNotThrow(() -> new Online(PLAIN, 0, 1e-9, 0, SEED));
    assertDoesNotThrow(() -> new Online(PLAIN, 1, 1e9, 1, SEED));
  }
}
