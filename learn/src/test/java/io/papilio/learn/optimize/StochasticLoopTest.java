package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.Shard;
import io.papilio.learn.sync.Pace;
import io.papilio.learn.sync.Sync;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.mixing.MixCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop alone: its steps learn nothing, but note what they are told. */
@Timeout(60)
class StochasticLoopTest {
  private static final long SEED = 7;

  private static Shard rows(int count) {
    RowsBuilder builder = new RowsBuilder();
    IntStream.range(0, count).forEach(row -> builder.endRow(row, 1));
    return Shard.of(List.of(builder.build()));
  }

  /** Adds to its weight: the rows of its batch, and once more the rows of all. */
  private static final class Noting implements Stepper {
    final boolean exchanges;
    final StochasticLoop loop;
    final float[] weights;
    final float[] sums = {3, 4};
    final List<String> events = new ArrayList<>();
    final List<Long> numbers = new ArrayList<>();
    float first;

    Noting(boolean exchanges, StochasticLoop loop, float[] weights) {
      this.exchanges = exchanges;
      this.loop = loop;
      this.weights = weights;
    }

    @Override
    public boolean exchanges() {
      return exchanges;
    }

    @Override
    public void begin(long steps, Optional<Snapshot> resumed) {
      first = weights[0];
      events.add("begin " + steps + (resumed.isPresent() ? " again" : ""));
    }

    @Override
    public Optional<String> chosenExchange() {
      return exchanges ? Optional.of("by hand") : Optional.empty();
    }

    @Override
    public void compute(Batch batch, long step) {
      events.add("compute " + step);
      for (int i = 0; i < batch.size(); i++) {
        numbers.add(batch.number(i));
      }
      weights[0] += batch.size();
    }

    @Override
    public void exchange(long step) {
      events.add("exchange " + step);
      weights[1] += loop.rowsOfStep(step);
    }

    @Override
    public void meet(long examples) {
      events.add("meet " + examples);
    }

    @Override
    public void end() {
      events.add("end");
    }

    @Override
    public void settle() {
      events.add("settle");
    }

    @Override
    public void onMean(long steps) {
      events.add("mean " + steps);
    }

    @Override
    public float[] sums() {
      return sums;
    }

    @Override
    public Snapshot save(Snapshot snapshot) {
      return snapshot.with("own", 5);
    }

    @Override
    public void close() {
      events.add("close");
    }
  }

  /** Notes what it is shown. */
  private static class Watching implements Optimizer.Watch {
    final List<Long> moments = new ArrayList<>();
    final List<Float> shown = new ArrayList<>();
    final List<Snapshot> checkpoints = new ArrayList<>();
    final List<String> choices = new ArrayList<>();
    final List<MixCounts> mixed = new ArrayList<>();
    long most = Long.MAX_VALUE;
    Optional<Snapshot> start = Optional.empty();
    Supplier<Snapshot> own;

    @Override
    public boolean onProgress(long examples, float[] weights) {
      moments.add(examples);
      shown.add(weights[0]);
      return examples < most;
    }

    @Override
    public void onCheckpoint(Supplier<Snapshot> snapshot) {
      checkpoints.add(snapshot.get());
    }

    @Override
    public void onStart(Supplier<Snapshot> where) {
      own = where;
    }

    @Override
    public void onChoice(String name, Object value) {
      choices.add(name + " " + value);
    }

    @Override
    public void onMixed(MixCounts counts) {
      mixed.add(counts);
    }

    @Override
    public Optional<Snapshot> resumed() {
      return start;
    }
  }

  private record Run(long steps, Noting stepper, Watching watch) {}

  private static StochasticLoop.Settings settings(int epochs, int batch, String strategy)
      throws IOException {
    return new StochasticLoop.Settings("some", epochs, batch, SEED, Sync.parse(strategy, "bsp"));
  }

  private static Run run(
      Communicator comm, Shard shard, StochasticLoop.Settings settings, Watching watch) {
    StochasticLoop loop = new StochasticLoop(comm, shard, settings);
    boolean averages = Set.of("none", "periodic:100", "server", "ring").contains(name(settings));
    Noting stepper = new Noting(!averages, loop, new float[2]);
    stepper.sums[0] += comm.rank();
    long steps = loop.run(stepper.weights, stepper, watch);
    return new Run(steps, stepper, watch);
  }

  private static String name(StochasticLoop.Settings settings) {
    return settings.sync().strategy().spelling();
  }

  private static Run alone(int rows, int epochs, int batch, Watching watch) throws IOException {
    List<Run> runs = new ArrayList<>();
    StochasticLoop.Settings settings = settings(epochs, batch, "allreduce");
    LocalCluster.run(1, comm -> runs.add(run(comm, rows(rows), settings, watch)));
    return runs.get(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldTakeEveryRowOnceAnEpochInAnOrderOfItsOwn(int workers) throws IOException {
    for (int batch : new int[] {1, 3, 16}) {
      StochasticLoop.Settings settings = settings(3, batch, "allreduce");
      LocalCluster.run(
          workers,
          comm -> {
            Shard own = rows(11).part(workers, comm.rank());
            Run run = run(comm, own, settings, new Watching());
            List<Long> expected = new ArrayList<>();
            for (int epoch = 0; epoch < 3; epoch++) {
              long[] order = Orders.shuffled(own, SEED, comm.rank(), epoch);
              Arrays.stream(order).forEach(expected::add);
            }
            assertEquals(expected, run.stepper.numbers);
            int largest = (11 + workers - 1) / workers;
            assertEquals(3 * ((largest + batch - 1) / batch), run.steps);
            assertEquals(3 * own.size(), run.stepper.weights[0]);
            assertEquals(3 * 11, run.stepper.weights[1], "rows of all in all steps");
          });
    }
  }

  @Test
  void shouldComputeExchangeAndEndInOrder() throws IOException {
    Run run = alone(2, 1, 1, new Watching());
    assertEquals(
        List.of(
            "begin 0",
            "compute 1",
            "exchange 1",
            "settle",
            "meet 1",
            "compute 2",
            "exchange 2",
            "settle",
            "meet 2",
            "end",
            "settle",
            "close"),
        run.stepper.events);
    assertEquals(List.of("exchange by hand"), run.watch.choices);
    assertEquals(List.of(), run.watch.mixed);
    assertEquals(2, run.steps);
  }

  /** About 20 times an epoch, evenly, and at its end. */
  @ParameterizedTest
  @CsvSource({
    "40, 1, 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40",
    "43, 1, 2 4 6 8 10 12 15 17 19 21 23 25 27 30 32 34 36 38 40 43",
    "20, 1, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
    "3, 1, 1 2 3",
    "7, 3, 3 6 7",
    "1, 5, 1"
  })
  void shouldEvaluateEvenly(int rows, int batch, String moments) throws IOException {
    long[] first = Arrays.stream(moments.split(" ")).mapToLong(Long::parseLong).toArray();
    long[] both =
        LongStream.concat(Arrays.stream(first), Arrays.stream(first).map(at -> rows + at))
            .toArray();
    Run run = alone(rows, 2, batch, new Watching());
    assertArrayEquals(both, run.watch.moments.stream().mapToLong(Long::longValue).toArray());
    for (int i = 0; i < both.length; i++) {
      assertEquals(both[i], run.watch.shown.get(i), "the weights of that moment");
    }
  }

  @Test
  void shouldEndWhenToldTo() throws IOException {
    Watching watch = new Watching();
    watch.most = 13;
    Run run = alone(10, 3, 1, watch);
    assertEquals(13, run.steps);
    assertEquals(13, run.stepper.weights[0]);
    assertEquals(List.of("end", "settle", "close"), tail(run.stepper.events, 3));
  }

  private static List<String> tail(List<String> all, int count) {
    return all.subList(all.size() - count, all.size());
  }

  @Test
  void shouldDoNothingWithoutRowsOrEpochs() throws IOException {
    assertEquals(List.of("close"), alone(0, 3, 1, new Watching()).stepper.events);
    Run none = alone(3, 0, 1, new Watching());
    assertEquals(0, none.steps);
    assertEquals(List.of(), none.watch.moments);
    assertThrows(IllegalArgumentException.class, () -> settings(-1, 1, "none"));
    assertThrows(IllegalArgumentException.class, () -> settings(1, 0, "none"));
  }

  /** Between epochs, and from each checkpoint the run goes on to the same end. */
  @Test
  void shouldGoOnFromCheckpoints() throws IOException {
    Run whole = alone(5, 3, 2, new Watching());
    assertEquals(2, whole.watch.checkpoints.size());
    for (int epoch = 1; epoch <= 2; epoch++) {
      Snapshot checkpoint = whole.watch.checkpoints.get(epoch - 1);
      assertEquals(epoch, checkpoint.number("epochs"));
      assertEquals(3 * epoch, checkpoint.whole("steps"));
      assertEquals(5, checkpoint.whole("own"));
      assertArrayEquals(new float[] {5 * epoch, 5 * epoch}, checkpoint.floats("weights"));
      assertArrayEquals(new float[] {3, 4}, checkpoint.floats("sums"));
      Watching watch = new Watching();
      watch.start = Optional.of(checkpoint.with("sums", new float[] {8, 9}));
      Run rest = alone(5, 3, 2, watch);
      assertEquals(9, rest.steps);
      assertArrayEquals(whole.stepper.weights, rest.stepper.weights);
      assertArrayEquals(new float[] {8, 9}, rest.stepper.sums);
      assertEquals("settle", rest.stepper.events.get(0), "the weights are others");
      assertEquals("begin " + 3 * epoch + " again", rest.stepper.events.get(1));
      assertEquals(tail(whole.stepper.events, 9), tail(rest.stepper.events, 9));
      assertEquals(whole.stepper.numbers.subList(5 * epoch, 15), rest.stepper.numbers);
    }
  }

  @Test
  void shouldRefuseTheSnapshotOfAnother() {
    Watching watch = new Watching();
    watch.start = Optional.of(new Snapshot("other").with("epochs", 1).with("steps", 1));
    assertThrows(IllegalArgumentException.class, () -> alone(5, 3, 2, watch));
  }

  /** A worker that was interrupted knows where it is, and goes on there in the same epoch. */
  @Test
  void shouldGoOnInTheMiddleOfAnEpoch() throws IOException {
    List<Snapshot> where = new ArrayList<>();
    Watching first =
        new Watching() {
          @Override
          public boolean onProgress(long examples, float[] weights) {
            if (examples == 7) {
              where.add(own.get());
            }
            return super.onProgress(examples, weights);
          }
        };
    Run whole = alone(5, 2, 1, first);
    int settled = (int) whole.stepper.events.stream().filter("settle"::equals).count();
    assertEquals(10 + 1 + 1 + 1, settled, "evaluations, where it is, a checkpoint, the end");
    assertEquals(1.4, where.get(0).number("epochs"), 1e-12);
    assertEquals(7, where.get(0).whole("steps"));
    Watching second = new Watching();
    second.start = Optional.of(where.get(0));
    Run rest = alone(5, 2, 1, second);
    assertEquals(List.of(8L, 9L, 10L), second.moments);
    assertEquals(whole.stepper.numbers.subList(7, 10), rest.stepper.numbers);
    assertArrayEquals(whole.stepper.weights, rest.stepper.weights);
  }

  /** Rows 9 and 6 in batches of 4: those of both are 8, 6 and 1 in the steps of each epoch. */
  @Test
  void shouldKnowTheRowsOfEveryStep() throws IOException {
    StochasticLoop.Settings settings = settings(2, 4, "allreduce");
    LocalCluster.run(
        2,
        comm -> {
          Shard own = rows(comm.rank() == 0 ? 9 : 6);
          StochasticLoop loop = new StochasticLoop(comm, own, settings);
          long[] expected = {8, 6, 1, 8, 6, 1, 8};
          for (int step = 1; step <= expected.length; step++) {
            assertEquals(expected[step - 1], loop.rowsOfStep(step), "step " + step);
          }
          assertEquals(15, loop.rows());
          assertEquals(4, loop.batch());
          assertEquals(SEED, loop.seed());
          assertEquals(own, loop.shard());
          assertEquals(3, loop.batches().iterations());
          assertEquals(settings.sync(), loop.sync());
          assertEquals("batch 0 of epoch 0", loop.toString());
          assertFalse(loop.isTrial());
        });
  }

  /** When there were more workers an epoch had fewer steps: batches count, not steps. */
  @ParameterizedTest
  @CsvSource({"1, 0, 2 2 1", "1, 1, 2 1", "1, 2, 1", "0, 1, 2 1 2 2 1"})
  void shouldKnowTheRowsOfStepsAfterStepsOfOthers(int epoch, int iteration, String rows)
      throws IOException {
    Watching watch = new Watching();
    watch.start =
        Optional.of(
            new Snapshot("some")
                .with("epochs", epoch + iteration / 3.0)
                .with("steps", 7)
                .with("weights", new float[2])
                .with("sums", new float[2]));
    Run run = alone(5, 2, 2, watch);
    String[] expected = rows.split(" ");
    assertEquals(7 + expected.length, run.steps);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(Long.parseLong(expected[i]), run.stepper.loop.rowsOfStep(8 + i));
    }
  }

  /** Worker 1 was a step behind when it lost another: all go on with the weights of worker 0. */
  @Test
  void shouldGoOnWhereTheFirstOfThoseWhoExchangeWas() throws IOException {
    StochasticLoop.Settings settings = settings(2, 1, "allreduce");
    LocalCluster.run(
        2,
        comm -> {
          Watching watch = new Watching();
          boolean isFirst = comm.rank() == 0;
          watch.start =
              Optional.of(
                  new Snapshot("some")
                      .with("epochs", isFirst ? 0.5 : 0.25)
                      .with("steps", isFirst ? 2 : 1)
                      .with("weights", new float[] {isFirst ? 20 : 10, 0})
                      .with("sums", new float[] {comm.rank(), 5 - comm.rank()}));
          Run run = run(comm, rows(4), settings, watch);
          assertEquals(8, run.steps);
          assertEquals(20 + 6, run.stepper.weights[0]);
          assertArrayEquals(new float[] {1, 5}, run.stepper.sums);
        });
  }

  /** Who exchanges out of step knows of steps that others do not know of: the mean goes on. */
  @Test
  void shouldGoOnWithTheMeanOfThoseWhoExchangeOutOfStep() throws IOException {
    Sync sync = Sync.parse("factors", "asp");
    LocalCluster.run(
        2,
        comm -> {
          Watching watch = new Watching();
          watch.start =
              Optional.of(
                  new Snapshot("some")
                      .with("epochs", 1)
                      .with("steps", 4)
                      .with("weights", new float[] {10 + 4 * comm.rank(), 0})
                      .with("sums", new float[] {2 * comm.rank(), 5}));
          Run run =
              run(comm, rows(4), new StochasticLoop.Settings("some", 2, 1, SEED, sync), watch);
          assertEquals(8, run.steps);
          assertEquals(12, run.stepper.first);
          assertEquals(12 + 4, run.stepper.weights[0]);
          assertArrayEquals(new float[] {1, 5}, run.stepper.sums);
        });
  }

  /** Some may know the newest of a part of the sums only. */
  @Test
  void shouldKeepTheLargestSumsOfThoseWhoExchange() throws IOException {
    StochasticLoop.Settings settings = settings(2, 1, "allreduce");
    LocalCluster.run(
        3,
        comm -> {
          Run run = run(comm, rows(2), settings, new Watching());
          assertArrayEquals(new float[] {3 + 2, 4}, run.watch.checkpoints.get(0).floats("sums"));
          assertEquals(3 + comm.rank(), run.stepper.sums[0], "its own stay");
        });
  }

  /** What is seen afterwards of workers that wait for nobody ends with all examples. */
  @Test
  void shouldCountTheExamplesOfWorkersOutOfStep() throws IOException {
    Sync sync = Sync.parse("ring", "asp");
    StochasticLoop.Settings settings = new StochasticLoop.Settings("some", 3, 1, SEED, sync);
    LocalCluster.run(
        3,
        comm -> {
          List<Long> past = new ArrayList<>();
          Watching watch =
              new Watching() {
                @Override
                public void onPast(long examples, double seconds, float[] weights) {
                  past.add(examples);
                }
              };
          run(comm, rows(comm.rank() + 2), settings, watch);
          assertEquals(3 * (2 + 3 + 4), past.get(past.size() - 1));
          assertEquals(past.stream().sorted().toList(), past);
          assertEquals(List.of(), watch.checkpoints);
          assertEquals(List.of(), watch.moments);

          watch.start = Optional.of(watch.own.get()); // as after a loss behind the last step
          past.clear();
          run(comm, rows(comm.rank() + 2), settings, watch);
          assertEquals(List.of(3L * (2 + 3 + 4)), past);
        });
  }

  @Test
  void shouldHaveNoMeanToTellOfAloneOrWithoutSteps() throws IOException {
    for (int workers : new int[] {1, 2}) {
      StochasticLoop.Settings settings = settings(2 - workers, 1, "none");
      LocalCluster.run(
          workers,
          comm -> {
            Run run = run(comm, rows(3), settings, new Watching());
            assertTrue(run.stepper.events.stream().noneMatch(event -> event.startsWith("mean")));
          });
    }
  }

  @Test
  void shouldKeepThePace() throws IOException {
    Sync sync = Sync.ALL_REDUCE.withPace(new Pace(1_000_000, -1, 1));
    StochasticLoop.Settings settings = new StochasticLoop.Settings("some", 1, 1, SEED, sync);
    long start = System.nanoTime();
    LocalCluster.run(1, comm -> run(comm, rows(30), settings, new Watching()));
    assertTrue(System.nanoTime() - start > 29_000_000, "30 steps of 1 ms");
  }

  /** Worker r has r + 2 rows; its weight counts them. */
  @ParameterizedTest
  @CsvSource({"none, 0", "periodic:100, 0", "server, 4"})
  void shouldEndWithTheMeanOfWorkersThatDiffer(String strategy, int averages) throws IOException {
    StochasticLoop.Settings settings = settings(1, 1, strategy);
    LocalCluster.run(
        3,
        comm -> {
          Run run = run(comm, rows(comm.rank() + 2), settings, new Watching());
          assertEquals(4, run.steps);
          assertEquals(3, run.stepper.weights[0], 1e-6);
          assertEquals("mean 4", run.stepper.events.get(run.stepper.events.size() - 2));
          assertEquals(2 + 3 + 4, run.watch.moments.get(3));
          assertEquals(3, run.watch.shown.get(3), 1e-6);
          assertEquals(1, run.watch.mixed.size());
          assertEquals(List.of(), run.watch.choices);
          long settled = run.stepper.events.stream().filter("settle"::equals).count();
          assertEquals(4 + 1 + 2 * averages, settled, "evaluations, the end, averages");
        });
  }

  @Test
  void shouldKeepTheWeightsOfEachWorkerInCheckpoints() throws IOException {
    StochasticLoop.Settings settings = settings(2, 1, "none");
    List<Snapshot> checkpoints = new ArrayList<>();
    float[][] ended = new float[2][];
    for (boolean again : new boolean[] {false, true}) {
      LocalCluster.run(
          2,
          comm -> {
            Watching watch = new Watching();
            watch.start = again ? Optional.of(checkpoints.get(0)) : Optional.empty();
            Run run = run(comm, rows(comm.rank() + 2), settings, watch);
            if (comm.rank() == 0 && !again) {
              checkpoints.addAll(watch.checkpoints);
            }
            if (comm.rank() == 1) {
              ended[again ? 1 : 0] = run.stepper.weights;
            }
          });
    }
    assertEquals(1, checkpoints.size());
    for (int worker = 0; worker < 2; worker++) {
      String of = " of worker " + worker;
      assertArrayEquals(new float[] {worker + 2, 5}, checkpoints.get(0).floats("weights" + of));
      float[] sums = {3 + worker, 4};
      assertArrayEquals(sums, checkpoints.get(0).floats("sums" + of));
    }
    assertArrayEquals(ended[0], ended[1]);
  }

  /** A trial knows of how many rows its sample is, and is evaluated once where workers differ. */
  @Test
  void shouldTryOnASample() throws IOException {
    for (String strategy : List.of("allreduce", "none")) {
      StochasticLoop.Settings settings = settings(1, 1, strategy);
      LocalCluster.run(
          2,
          comm -> {
            StochasticLoop loop = StochasticLoop.trial(comm, rows(6), settings, 1000);
            assertTrue(loop.isTrial());
            assertEquals(1000, loop.rows());
            Noting stepper = new Noting(strategy.equals("allreduce"), loop, new float[2]);
            Watching watch = new Watching();
            assertEquals(6, loop.run(stepper.weights, stepper, watch));
            assertEquals(strategy.equals("none") ? 1 : 6, watch.moments.size());
          });
    }
  }
}
