package io.papilio.cli.collective;

import io.papilio.cli.collective.Experiment.Told;
import io.papilio.cli.terminal.Progress;
import io.papilio.learn.job.EventStream;
import io.papilio.learn.job.Json;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.ProcessCluster;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs an experiment on threads, on processes of this machine, or as one process of several. */
final class ExperimentRunner<R> {
  private final Experiment<R> experiment;
  private final Progress progress;
  private final List<R> rows = new ArrayList<>();

  ExperimentRunner(Experiment<R> experiment, Progress progress) {
    this.experiment = experiment;
    this.progress = progress;
  }

  List<R> threads(int ranks) {
    LocalCluster.run(ranks, comm -> run(experiment, comm, this::hear));
    return rows;
  }

  /** Whatever else the processes print is a note. */
  List<R> processes(int ranks, Invitation invitation) throws Exception {
    EventStream<Told> told =
        new EventStream<>(
            Told.class,
            this::hear,
            (rank, stream, text) -> progress.note("[" + rank + "] " + text));
    var task =
        ProcessCluster.task(
            Process.class, List.of(experiment.getClass().getName(), Json.encode(experiment)));
    try (ProcessCluster cluster = ProcessCluster.start(ranks, invitation, task, told)) {
      cluster.await();
    }
    return rows;
  }

  /** Rank 0 gets the rows, the others none. */
  List<R> oneOfMany(Worker worker) throws Exception {
    worker.run(comm -> run(experiment, comm, this::hear));
    return rows;
  }

  private static void run(Experiment<?> experiment, Communicator comm, Consumer<Told> telling) {
    experiment.run(comm, comm.rank() == 0 ? telling : told -> {});
  }

  private void hear(Told told) {
    if (told.stage() != null) {
      progress.stage(told.stage());
    } else if (told.row() != null) {
      rows.add(Json.decode(told.row(), experiment.rowType()));
    } else {
      progress.step();
    }
  }

  /** A rank that is a process of its own. */
  static final class Process implements ProcessTask {
    @Override
    public void run(Communicator comm, List<String> arguments) throws ClassNotFoundException {
      Class<?> type = Class.forName(arguments.get(0));
      Experiment<?> experiment = (Experiment<?>) Json.decode(arguments.get(1), type);
      ExperimentRunner.run(experiment, comm, EventStream::print);
    }
  }
}
