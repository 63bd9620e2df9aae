package io.papilio.spark.ml;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.train.Trainer;
import io.papilio.learn.train.WorkerTime;
import io.papilio.runtime.comm.Communicator;
import io.papilio.spark.ml.RowBlocks.Block;
import io.papilio.spark.ml.TrainingSummary.Point;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.util.CollectionAccumulator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * What each task of the barrier stage does: it takes its rows, agrees with its peers on what there
 * is to learn, and trains. The first of them has the result.
 *
 * <p>Rows that cannot be learned from are no failure of a task, which Spark would try again and
 * again: they are a result.
 */
record FitTask(Plan plan, CollectionAccumulator<Point> progress)
    implements FlatMapFunction2<Communicator, Iterator<Tuple2<Long, byte[]>>, byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(FitTask.class);

  /** So many rows of all workers show well enough how a training goes. */
  private static final int MOST_JUDGED = 10_000;

  @Override
  public Iterator<byte[]> call(Communicator comm, Iterator<Tuple2<Long, byte[]>> packed) {
    long start = System.nanoTime();
    TreeMap<Long, Block> blocks = new TreeMap<>();
    packed.forEachRemaining(one -> blocks.put(one._1(), Packed.open(one._2(), Block.class)));
    double loadSeconds = (System.nanoTime() - start) / 1e9;
    Trained trained = train(comm, List.copyOf(blocks.values()), loadSeconds);
    List<byte[]> result = comm.rank() == 0 ? List.of(Packed.of(trained)) : List.of();
    return result.iterator();
  }

  private Trained train(Communicator comm, List<Block> blocks, double loadSeconds) {
    List<Census> censuses = blocks.stream().map(Block::census).toList();
    Census census = Census.ofAll(comm, censuses, plan.mostLabels());
    try {
      plan.check(census);
    } catch (IllegalArgumentException e) { // on all workers
      return Trained.nothing(e.getMessage());
    }
    Trainer.Task task = task(comm, census, blocks.stream().map(Block::rows).toList());
    Trainer trainer = new Trainer(comm, task, point -> onPoint(comm, point));
    float[] weights = new float[task.goal().weights()];
    Trainer.Outcome outcome = trainer.run(weights, loadSeconds, "", Optional.empty());
    return new Trained(census, weights, summary(outcome, trainer.objective(weights)), "");
  }

  private Trainer.Task task(Communicator comm, Census census, List<SparseRows> blocks) {
    List<SparseRows> labelled = blocks.stream().map(one -> plan.labelled(census, one)).toList();
    Shard rows = Shard.own(labelled);
    int most = Math.max(1, MOST_JUDGED / comm.size());
    Shard judged = rows.size() <= most ? rows : Shard.own(List.of(rows.pick(most)));
    int threads = TaskContext.get().cpus();
    return new Trainer.Task(
        rows, judged, plan.goal(census), plan.optimizer(census, comm.link(), threads), 0);
  }

  private void onPoint(Communicator comm, Trainer.Point point) {
    if (TaskContext.get().isInterrupted()) { // all tasks are, so that all end
      throw new TaskKilledException("the training was cancelled");
    }
    if (comm.rank() == 0) {
      Point known = known(point);
      progress.add(known);
      LOG.info("{}", known);
    }
  }

  private static Point known(Trainer.Point point) {
    return new Point(point.examples(), point.seconds(), point.loss());
  }

  private static TrainingSummary summary(Trainer.Outcome outcome, double objective) {
    return new TrainingSummary(
        objective,
        outcome.iterations(),
        outcome.curve().stream().map(FitTask::known).toList(),
        outcome.seconds(),
        outcome.times().stream().mapToDouble(WorkerTime::loading).max().orElse(0),
        LongStream.of(outcome.bytesSent()).boxed().toList());
  }
}
