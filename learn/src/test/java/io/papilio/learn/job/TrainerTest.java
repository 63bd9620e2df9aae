package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.linear.LinearProblem;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.Communicator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {
  private static final List<SparseRows> ROWS = List.of(new TopicGenerator(7).rows(0, 300));

  @TempDir Path folder;

  /** Adds one to the bias at each of so many steps; looks and may be resumed after each. */
  private record Counting(int steps) implements Optimizer {
    @Override
    public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
      long first = watch.resumed().map(snapshot -> snapshot.whole("step")).orElse(0L);
      watch
          .resumed()
          .ifPresent(s -> System.arraycopy(s.floats("w"), 0, weights, 0, weights.length));
      for (long step = first; step < steps; step++) {
        weights[weights.length - 1] += 0.125f;
        comm.barrier();
        if (!watch.onProgress((step + 1) * 10, weights)) {
          return step + 1;
        }
        long done = step + 1;
        weights[0] += done;
        watch.onCheckpoint(() -> new Snapshot("counting").with("step", done).with("w", weights));
      }
      return steps;
    }
  }

  private static Problem problem(int features) {
    return new LinearProblem(new Objective(Loss.SQUARED, 1, 0), features);
  }

  private static Trainer.Task task(int steps, int patience) {
    Shard rows = Shard.of(ROWS);
    return new Trainer.Task(rows, rows, problem(rows.features()), new Counting(steps), patience);
  }

  /** What came of a training, and the weights. */
  private record Trained(Trainer.Outcome outcome, float[] weights) {
    List<Double> losses() {
      return outcome.curve().stream().map(Point::loss).toList();
    }
  }

  private static Trained train(
      int workers, Trainer.Task task, Optional<Checkpoint> from, List<Checkpoint> heard) {
    List<Trained> all = new ArrayList<>();
    LocalCluster.run(
        workers,
        comm -> {
          Trainer.Listener listener = new Heard(comm.rank() == 0 ? heard : new ArrayList<>());
          float[] weights = new float[task.problem().weights()];
          Trainer.Outcome outcome =
              new Trainer(comm, task, listener).run(weights, comm.rank() + 0.5, () -> "job", from);
          if (comm.rank() == workers - 1) {
            all.add(new Trained(outcome, weights));
          }
        });
    return all.get(0);
  }

  private record Heard(List<Checkpoint> checkpoints) implements Trainer.Listener {
    @Override
    public void requireNotCancelled() {}

    @Override
    public void onPoint(Point point) {}

    @Override
    public void onResume(int points) {}

    @Override
    public void onNote(String note) {}

    @Override
    public boolean wantsCheckpoint() {
      return true;
    }

    @Override
    public void onCheckpoint(Checkpoint checkpoint) {
      checkpoints.add(checkpoint);
    }
  }

  @Test
  void shouldGoOnFromEveryCheckpoint() throws Exception {
    List<Checkpoint> checkpoints = new ArrayList<>();
    Trained whole = train(3, task(5, 0), Optional.empty(), checkpoints);
    assertEquals(5, checkpoints.size());
    assertEquals(5, whole.outcome.iterations());
    for (Checkpoint checkpoint : checkpoints) {
      Path file = folder.resolve("checkpoint");
      checkpoint.write(file);
      Checkpoint read = Checkpoint.read(file);
      assertEquals("job", read.job());
      Trained rest = train(3, task(5, 0), Optional.of(read), new ArrayList<>());
      assertEquals(whole.weights[0], rest.weights[0]);
      assertEquals(whole.losses(), rest.losses());
    }
  }

  /** Labels are −1 and +1, so that their mean is near 0: any bias beyond makes it worse. */
  @Test
  void shouldEndWhenTheLossRisesAndKeepTheBest() {
    Trained patient = train(2, task(40, 0), Optional.empty(), new ArrayList<>());
    List<Double> losses = patient.losses();
    double lowest = losses.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    int best = losses.indexOf(lowest);
    assertTrue(best < 30, "the bias passes the best one: " + best);
    List<Checkpoint> checkpoints = new ArrayList<>();
    Trained early = train(2, task(40, 3), Optional.empty(), checkpoints);
    assertEquals(best + 1 + 3, early.outcome.iterations());
    assertEquals((best + 1) * 0.125f, early.weights[early.weights.length - 1]);
    Checkpoint late = checkpoints.get(checkpoints.size() - 1);
    Trained resumed = train(2, task(40, 3), Optional.of(late), new ArrayList<>());
    assertArrayEquals(early.weights, resumed.weights);
    assertEquals(early.outcome.iterations(), resumed.outcome.iterations());
  }

  @Test
  void shouldSayWhereTheTimeWent() {
    Trainer.Outcome outcome = train(3, task(5, 0), Optional.empty(), new ArrayList<>()).outcome;
    assertEquals(3, outcome.times().size());
    double leastWait = Double.POSITIVE_INFINITY;
    for (int worker = 0; worker < 3; worker++) {
      WorkerTime time = outcome.times().get(worker);
      assertEquals(worker + 0.5, time.loading());
      assertTrue(time.computing() > 0 && time.communicating() > 0, time.toString());
      leastWait = Math.min(leastWait, time.waiting());
    }
    assertEquals(0, leastWait);
  }

  /** Worker 1 takes its time before each evaluation, worker 0 in the end. */
  private record Slow(long nanos) implements Optimizer {
    @Override
    public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
      for (int step = 1; step <= 3; step++) {
        rest(comm.rank() == 1 ? nanos : 0);
        watch.onProgress(step, weights);
      }
      rest(comm.rank() == 0 ? nanos : 0);
      return 3;
    }

    private static void rest(long nanos) {
      long end = System.nanoTime() + nanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void shouldCountTheSlowestOfEachStretch() {
    long nanos = 20_000_000;
    Shard rows = Shard.of(ROWS);
    Trainer.Task task = new Trainer.Task(rows, rows, problem(rows.features()), new Slow(nanos), 0);
    Trainer.Outcome outcome = train(2, task, Optional.empty(), new ArrayList<>()).outcome;
    assertTrue(outcome.seconds() >= 4 * nanos / 1e9, "three of one and one of the other");
    List<Point> curve = outcome.curve();
    for (int i = 0; i < 3; i++) {
      assertTrue(curve.get(i).seconds() >= (i + 1) * nanos / 1e9, curve.toString());
      assertTrue(curve.get(i).seconds() <= outcome.seconds(), "no point lies after the end");
    }
  }

  /** Knows the sum of the losses of the rows that it learns. */
  private record Knowing(double losses) implements Optimizer {
    @Override
    public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
      watch.onProgress(1, weights, OptionalDouble.of(losses));
      watch.onProgress(2, weights, OptionalDouble.of(2 * losses));
      watch.onProgress(3, weights, OptionalDouble.empty());
      return 3;
    }
  }

  @Test
  void shouldTakeTheLossThatIsKnownOfTheSameRows() {
    Shard rows = Shard.of(ROWS);
    Problem problem = problem(rows.features());
    double measured = 0.5; // (0 − y)² / 2
    Trainer.Task same = new Trainer.Task(rows, rows, problem, new Knowing(42), 0);
    List<Double> losses = train(3, same, Optional.empty(), new ArrayList<>()).losses();
    assertEquals(List.of(42 / 900.0, 84 / 900.0, measured), losses); // each worker has all rows
    Trainer.Task others = new Trainer.Task(rows, Shard.of(ROWS), problem, new Knowing(42), 0);
    List<Double> judged = train(3, others, Optional.empty(), new ArrayList<>()).losses();
    assertEquals(List.of(measured, measured, measured), judged);
  }

  @Test
  void shouldLearnFromRowsThatOthersDoNotHave() {
    TopicGenerator generator = new TopicGenerator(7);
    List<Shard> own =
        List.of(
            Shard.of(List.of(generator.rows(0, 170))),
            Shard.of(List.of()),
            Shard.of(List.of(generator.rows(170, 30), generator.rows(200, 100))));
    Trainer.Task whole = task(4, 0);
    List<Double> expected =
        train(1, whole, Optional.empty(), new ArrayList<>()).losses(); // of the same 300 rows
    LocalCluster.run(
        3,
        comm -> {
          Shard rows = own.get(comm.rank());
          Trainer.Task task = new Trainer.Task(rows, rows, whole.problem(), whole.optimizer(), 0);
          Trainer trainer = new Trainer(comm, task, new Heard(new ArrayList<>()));
          float[] weights = new float[whole.problem().weights()];
          List<Point> found = trainer.run(weights, 0, () -> "job", Optional.empty()).curve();
          for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), found.get(i).loss(), 1e-12);
          }
        });
  }
}
