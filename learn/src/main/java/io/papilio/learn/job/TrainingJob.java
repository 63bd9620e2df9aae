package io.papilio.learn.job;

import io.papilio.learn.data.ByteCount;
import io.papilio.learn.data.HeapSpace;
import io.papilio.learn.data.Shard;
import io.papilio.learn.job.TrainingResult.Lost;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.model.Model;
import io.papilio.learn.optimize.Optimizer;
import io.papilio.learn.optimize.OptimizerKind;
import io.papilio.learn.optimize.OptimizerKind.Instructions;
import io.papilio.learn.optimize.Problem;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What every worker of a training does, be it a thread, a process, a host or a task of Spark.
 *
 * <pre>
 *   own rows ─> census of all ─> family: what to learn ─> Trainer ─> metrics of all ─> result
 *       ^                                                    │ a worker is lost
 *       └──── what is mine among those who are left ◄────────┘
 * </pre>
 */
public final class TrainingJob {
  /** Memory that nobody has to think about is not talked about. */
  private static final long WORTH_A_NOTE = 1_000_000;

  private final TrainingSpec spec;
  private final TrainingData data;
  private final TrainingListener listener;

  /** Creates the job of a worker that reads what the spec names. */
  public TrainingJob(TrainingSpec spec, TrainingListener listener) {
    this(spec, TrainingData.of(spec), listener);
  }

  /**
   * Creates the job of a worker that is given its rows.
   *
   * @throws IllegalArgumentException if something does not go together
   */
  public TrainingJob(TrainingSpec spec, TrainingData data, TrainingListener listener) {
    spec.checkOptions();
    this.spec = spec;
    this.data = data;
    this.listener = listener;
  }

  /**
   * Trains; all workers call it together.
   *
   * @param leader the rank that hears of progress, writes files and gets the result
   * @return the result on the leader, nothing on the others
   */
  public Optional<TrainingResult> run(Communicator comm, int leader)
      throws IOException, InterruptedException {
    spec.sync().requireStraggler(comm.size());
    if (spec.place().calibrate()) {
      comm.calibrate();
    }
    return new Attempt(comm, leader, Optional.empty(), List.of(), 0).run();
  }

  /**
   * A training by a group of workers, until it ends or one of them is lost.
   *
   * @param held where this worker was when another was lost before, and then where all begin
   * @param lost those who were lost before
   * @param rows how many examples there were before; 0: nobody has counted them
   */
  private final class Attempt {
    private final Communicator comm;
    private final int leader;
    private final List<Lost> lost;
    private Optional<Checkpoint> held;
    private long rows;

    Attempt(Communicator comm, int leader, Optional<Checkpoint> held, List<Lost> lost, long rows) {
      this.comm = comm;
      this.leader = leader;
      this.held = held;
      this.lost = lost;
      this.rows = rows;
    }

    Optional<TrainingResult> run() throws IOException, InterruptedException {
      Optional<Trainer> trainer = Optional.empty();
      Optional<Preparation> open = Optional.empty();
      Supplier<String> job = () -> "";
      try {
        WorkerListener notes = new WorkerListener(listener, leads(), spec);
        Preparation prepared = Preparation.of(spec, data, comm, notes);
        open = Optional.of(prepared);
        count(prepared.census().rows(), notes);
        job = () -> prepared.job(comm.size());
        notes.keepCheckpoints(job);
        prepared.advice().forEach(notes::onNote);
        trainer = Optional.of(trainer(prepared, notes));
        return train(prepared, notes, trainer.get(), job);
      } catch (CollectiveException e) {
        if (!spec.place().shrinks()) {
          throw e;
        }
        Supplier<String> name = job;
        return without(e, trainer.flatMap(one -> one.afterLoss(name)).or(() -> held)).run();
      } finally {
        open.ifPresent(Preparation::close);
      }
    }

    /** Each host may have files of its own, which are gone with it. */
    private void count(long left, WorkerListener notes) {
      if (left < rows) {
        notes.onNote(
            "%d of %d examples are gone with the lost workers' hosts".formatted(rows - left, rows));
      }
      rows = left;
    }

    private boolean leads() {
      return comm.rank() == leader;
    }

    private Trainer trainer(Preparation prepared, WorkerListener notes) {
      MixingAdvice.of(prepared.used(), comm).warning().ifPresent(notes::onNote);
      int threads = spec.place().threads();
      Instructions instructions =
          new Instructions(
              prepared.used().settings(),
              prepared.used().sync().sync(),
              spec.seed(),
              threads > 0 ? threads : Hosts.agree(comm).threads());
      Problem problem = prepared.learnable().problem();
      OptimizerKind kind = prepared.used().kind();
      if (comm.size() > 1) {
        kind.warning(instructions).ifPresent(notes::onNote);
      }
      Optimizer optimizer = kind.optimizer(problem, instructions);
      requireMemory(optimizer, prepared, notes);
      Shard rows = prepared.rows().on(instructions.threads());
      Shard judged =
          prepared.judged() == prepared.rows()
              ? rows
              : prepared.judged().on(instructions.threads());
      return new Trainer(
          comm, new Trainer.Task(rows, judged, problem, optimizer, spec.patienceOrNone()), notes);
    }

    private void requireMemory(Optimizer optimizer, Preparation prepared, WorkerListener notes) {
      int sharers = HeapSpace.sharers(comm);
      int weights = prepared.learnable().problem().weights();
      long bytes =
          optimizer.memoryBytes(
              new Optimizer.Size(weights, prepared.census().rows(), comm.size(), sharers));
      HeapSpace.require("a worker needs", bytes, sharers);
      if (bytes >= WORTH_A_NOTE) {
        notes.onNote("a worker needs %s beside its rows".formatted(ByteCount.text(bytes)));
      }
    }

    private Optional<TrainingResult> train(
        Preparation prepared, WorkerListener notes, Trainer trainer, Supplier<String> job)
        throws IOException {
      float[] weights = prepared.learnable().start();
      held = from(notes);
      Trainer.Outcome outcome = trainer.run(weights, prepared.seconds(), job, held);
      Model model = prepared.learnable().model(weights);
      Optional<Path> file = // first of all: whatever happens next, the work is not lost
          spec.output().modelFile().filter(path -> leads() && isSaved(model, path, notes));
      if (file.isPresent()) {
        notes.deleteCheckpoint();
      }
      long start = System.nanoTime();
      double objective = trainer.objective(weights);
      Evaluation evaluation = model.evaluation();
      prepared.examples().forEach(block -> evaluation.add(block.rows()));
      MetricValues metrics = evaluation.metrics(comm);
      evaluation.note().ifPresent(notes::onNote);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (!leads()) {
        return Optional.empty();
      }
      List<Point> curve = outcome.curve();
      TrainingResult result =
          new TrainingResult(
              metrics,
              objective,
              curve.isEmpty() ? 0 : curve.get(curve.size() - 1).examples(),
              outcome.iterations(),
              outcome.seconds(),
              outcome.times().stream().mapToDouble(WorkerTime::loading).max().orElse(0),
              seconds + outcome.evaluationSeconds(),
              Arrays.stream(outcome.bytesSent()).boxed().toList(),
              outcome.times(),
              prepared.census().badLines(),
              MixingAdvice.of(prepared.used(), comm).spectralGap(),
              outcome.mixing(),
              curve,
              lost,
              file.map(Path::toString).orElse(null),
              prepared.used(),
              new TrainingResult.Choices(comm.algorithm(weights.length).name(), outcome.choices()),
              model);
      notes.onEnd(result);
      return Optional.of(result);
    }

    /** A full disk must not cost the result of a long training, nor its last checkpoint. */
    private boolean isSaved(Model model, Path file, WorkerListener notes) {
      try {
        model.save(file);
        return true;
      } catch (IOException e) {
        notes.onNote("cannot write the model to %s: %s".formatted(file, e));
        return false;
      }
    }

    /** Where to begin: where this group was before a loss, or at the checkpoint. */
    private Optional<Checkpoint> from(WorkerListener notes) throws IOException {
      if (lost.isEmpty() && spec.output().resume()) {
        Optional<Checkpoint> last = notes.lastCheckpoint(comm, leader);
        notes.onNote(
            last.isPresent() ? "going on from the checkpoint" : "no checkpoint, so from the start");
        return last;
      }
      Optional<Checkpoint> before = agreed(comm, held);
      if (before.isEmpty() && spec.output().resume()) {
        notes.onNote("a worker was lost before the first step: from the start, no checkpoint fits");
      }
      return before;
    }

    /** With those who live: each reads what is its own now, and goes on from where it was. */
    private Attempt without(CollectiveException reason, Optional<Checkpoint> where) {
      Communicator rest = comm.shrink();
      List<Lost> all = new ArrayList<>(lost);
      comm.nodes().stream()
          .filter(node -> !rest.nodes().contains(node))
          .forEach(node -> all.add(new Lost(node, reason.getMessage())));
      int before = rest.nodes().indexOf(comm.nodes().get(leader));
      int now = Math.max(0, before);
      WorkerListener notes = new WorkerListener(listener, rest.rank() == now, spec);
      notes.onNote("%s: going on with %d workers".formatted(reason.getMessage(), rest.size()));
      if (before < 0) {
        notes.onNote(
            "this worker leads from here on, so the model will be on its host, " + Hosts.name());
      }
      return new Attempt(rest, now, where, all, rows);
    }
  }

  /**
   * Where all go on from. A worker that had not begun when another was lost takes the place of one
   * that had; if nobody had, all begin anew.
   */
  private static Optional<Checkpoint> agreed(Communicator comm, Optional<Checkpoint> own) {
    long first = comm.allReduce(own.isPresent() ? comm.rank() : comm.size(), Reduction.MIN);
    long count = comm.allReduce(own.isPresent() ? 1 : 0, Reduction.SUM);
    if (count == 0 || count == comm.size()) {
      return own;
    }
    Optional<Checkpoint> shared = Checkpoint.share(comm, (int) first, own);
    return own.or(() -> shared);
  }
}
