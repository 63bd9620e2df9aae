package io.papilio.learn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Snapshot;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.LocalCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private static Goal goal(int features) {
    return new LinearGoal(new Objective(Loss.SQUARED, 1, 0), features);
  }

  private static Trainer.Task task(int steps, int patience) {
    Shard rows = Shard.of(ROWS);
    return new Trainer.Task(rows, rows, goal(rows.features()), new Counting(steps), patience);
  }

  private static Trainer.Outcome train(
      int workers, Trainer.Task task, Optional<Checkpoint> from, List<Checkpoint> heard) {
    Trainer.Outcome[] outcomes = new Trainer.Outcome[workers];
    LocalCluster.run(
        workers,
        comm -> {
          Trainer.Listener listener = new Heard(comm.rank() == 0 ? heard : new ArrayList<>());
          Trainer trainer = new Trainer(comm, task, listener);
          float[] weights = new float[task.goal().weights()];
          outcomes[comm.rank()] = trainer.run(weights, comm.rank() + 0.5, "job", from);
        });
    return outcomes[workers - 1];
  }

  private record Heard(List<Checkpoint> checkpoints) implements Trainer.Listener {
    @Override
    public void onPoint(Trainer.Point point) {}

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
    Trainer.Outcome whole = train(3, task(5, 0), Optional.empty(), checkpoints);
    assertEquals(5, checkpoints.size());
    assertEquals(5, whole.iterations());
    assertEquals(50, whole.examples());
    for (Checkpoint checkpoint : checkpoints) {
      Path file = folder.resolve("checkpoint");
      checkpoint.write(file);
      Checkpoint read = Checkpoint.decode(Checkpoint.read(file).encode());
      assertEquals("job", read.job());
      Trainer.Outcome rest = train(3, task(5, 0), Optional.of(read), new ArrayList<>());
      assertEquals(whole.weights()[0], rest.weights()[0]);
      assertEquals(losses(whole), losses(rest));
      assertEquals(whole.examples(), rest.examples());
    }
  }

  /** When a worker is lost early, others may not have begun. */
  @Test
  void shouldBeginAnewIfOneHasNotBegun() {
    List<Checkpoint> checkpoints = new ArrayList<>();
    Trainer.Outcome whole = train(2, task(5, 0), Optional.empty(), checkpoints);
    LocalCluster.run(
        2,
        comm -> {
          Optional<Checkpoint> from = Optional.of(checkpoints.get(2)).filter(c -> comm.rank() == 1);
          float[] weights = new float[whole.weights().length];
          Trainer trainer = new Trainer(comm, task(5, 0), point -> {});
          assertEquals(losses(whole), losses(trainer.run(weights, 0, "job", from)));
        });
  }

  private static List<Double> losses(Trainer.Outcome outcome) {
    return outcome.curve().stream().map(Trainer.Point::loss).toList();
  }

  /** Labels are −1 and +1, so that their mean is near 0: any bias beyond makes it worse. */
  @Test
  void shouldEndWhenTheLossRisesAndKeepTheBest() {
    Trainer.Outcome patient = train(2, task(40, 0), Optional.empty(), new ArrayList<>());
    List<Double> losses = losses(patient);
    double lowest = losses.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    int best = losses.indexOf(lowest);
    assertTrue(best < 30, "the bias passes the best one: " + best);
    List<Checkpoint> checkpoints = new ArrayList<>();
    Trainer.Outcome early = train(2, task(40, 3), Optional.empty(), checkpoints);
    assertEquals(best + 1 + 3, early.iterations());
    assertEquals((best + 1) * 0.125f, early.weights()[early.weights().length - 1]);
    Checkpoint late = checkpoints.get(checkpoints.size() - 1);
    Trainer.Outcome resumed = train(2, task(40, 3), Optional.of(late), new ArrayList<>());
    assertArrayEquals(early.weights(), resumed.weights());
    assertEquals(early.iterations(), resumed.iterations());
  }

  @Test
  void shouldSayWhereTheTimeWent() {
    Trainer.Outcome outcome = train(3, task(5, 0), Optional.empty(), new ArrayList<>());
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

  @Test
  void shouldRefuseDifferentRows() {
    List<Shard> shards =
        List.of(Shard.of(ROWS), Shard.of(List.of(new TopicGenerator(8).rows(0, 300))));
    Exception error =
        assertThrows(
            IllegalStateException.class,
            () ->
                LocalCluster.run(
                    2,
                    comm -> {
                      Shard rows = shards.get(comm.rank());
                      Trainer.Task task =
                          new Trainer.Task(rows, rows, goal(100_000), new Counting(1), 0);
                      new Trainer(comm, task, point -> {})
                          .run(new float[100_001], 0, "job", Optional.empty());
                    }));
    assertTrue(error.getMessage().contains("different data"), error.getMessage());
  }

  @Test
  void shouldLearnFromRowsThatOthersDoNotHave() {
    TopicGenerator generator = new TopicGenerator(7);
    List<Shard> own =
        List.of(
            Shard.own(List.of(generator.rows(0, 170))),
            Shard.own(List.of()),
            Shard.own(List.of(generator.rows(170, 30), generator.rows(200, 100))));
    Trainer.Task whole = task(4, 0);
    List<Double> expected =
        losses(train(1, whole, Optional.empty(), new ArrayList<>())); // of the same 300 rows
    LocalCluster.run(
        3,
        comm -> {
          Shard rows = own.get(comm.rank());
          Trainer.Task task = new Trainer.Task(rows, rows, whole.goal(), whole.optimizer(), 0);
          Trainer trainer = new Trainer(comm, task, point -> {});
          float[] weights = new float[whole.goal().weights()];
          List<Double> found = losses(trainer.run(weights, 0, "job", Optional.empty()));
          for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), found.get(i), 1e-12);
          }
        });
  }

  @Test
  void shouldRefuseOwnRowsWhereOthersShareThem() {
    Exception error =
        assertThrows(
            IllegalStateException.class,
            () ->
                LocalCluster.run(
                    2,
                    comm -> {
                      Shard rows = comm.rank() == 0 ? Shard.of(ROWS) : Shard.own(ROWS);
                      Trainer.Task task =
                          new Trainer.Task(rows, rows, goal(100_000), new Counting(1), 0);
                      new Trainer(comm, task, point -> {})
                          .run(new float[100_001], 0, "job", Optional.empty());
                    }));
    assertTrue(error.getMessage().contains("different data"), error.getMessage());
  }
}
