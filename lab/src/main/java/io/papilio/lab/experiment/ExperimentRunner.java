package io.papilio.lab.experiment;

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

/** Runs an experiment on threads, on processes of this machine, or as one process of several. */
public final class ExperimentRunner<R> {
  private static final ExperimentListener NOBODY = new ExperimentListener() {};

  private final Experiment<R> experiment;
  private final ExperimentListener listener;
  private final List<R> rows = new ArrayList<>();

  public ExperimentRunner(Experiment<R> experiment, ExperimentListener listener) {
    this.experiment = experiment;
    this.listener = listener;
  }

  /** Returns the rows that threads of this JVM find. */
  public List<R> threads(int ranks) {
    LocalCluster.run(ranks, this::run);
    return rows;
  }

  /** Returns the rows that processes find, which this one starts. */
  public List<R> processes(int ranks, Invitation invitation) throws Exception {
    EventStream<Event> events =
        new EventStream<>(
            Event.class,
            this::hear,
            (rank, stream, text) -> listener.onPrint("[" + rank + "] " + text));
    var task =
        ProcessCluster.task(
            RankProcess.class, List.of(experiment.getClass().getName(), Json.encode(experiment)));
    try (ProcessCluster cluster = ProcessCluster.start(ranks, invitation, task, events)) {
      cluster.await();
    }
    return rows;
  }

  /** Returns the rows if this process is rank 0 of a group, else none. */
  public List<R> oneOfMany(Worker worker) throws Exception {
    worker.run(this::run);
    return rows;
  }

  private void run(Communicator comm) {
    boolean leads = comm.rank() == 0;
    List<R> found = experiment.run(comm, leads ? listener : NOBODY);
    if (leads) {
      rows.addAll(found);
    }
  }

  private void hear(Event event) {
    if (event.stage() != null) {
      listener.onStage(event.stage());
    } else if (event.row() != null) {
      rows.add(Json.decode(event.row(), experiment.rowType()));
    } else {
      listener.onStep();
    }
  }

  /**
   * What rank 0 tells the process that has started it.
   *
   * @param stage what it does from now on, or null
   * @param row what it has found, as JSON, or null; if neither is there, one more step is done
   */
  record Event(String stage, String row) {}

  /** A rank that is a process of its own. */
  static final class RankProcess implements ProcessTask, ExperimentListener {
    @Override
    public void run(Communicator comm, List<String> arguments) throws ClassNotFoundException {
      Class<?> type = Class.forName(arguments.get(0));
      run(comm, (Experiment<?>) Json.decode(arguments.get(1), type));
    }

    private <T> void run(Communicator comm, Experiment<T> experiment) {
      ExperimentRunner<T> runner = new ExperimentRunner<>(experiment, this);
      runner.run(comm);
      runner.rows.forEach(row -> EventStream.print(new Event(null, Json.encode(row))));
    }

    @Override
    public void onStage(String what) {
      EventStream.print(new Event(what, null));
    }

    @Override
    public void onStep() {
      EventStream.print(new Event(null, null));
    }
  }
}
