package io.papilio.learn.job;

import io.papilio.learn.data.DataException;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import java.util.List;

/**
 * A worker of a training that is a process of its own. It is told the spec as JSON, and tells
 * {@link TrainingEvent}s.
 */
final class TrainingProcess implements ProcessTask {

  @Override
  public void run(Communicator comm, List<String> arguments) throws Exception {
    TrainingSpec spec = Json.decode(arguments.get(0), TrainingSpec.class);
    try {
      new TrainingJob(spec, new Telling())
          .run(comm, 0)
          .ifPresent(result -> tell(new TrainingEvent.End(result)));
    } catch (DataException | IllegalArgumentException e) {
      tell(new TrainingEvent.Refusal(e.getMessage()));
      throw e;
    }
  }

  private static void tell(TrainingEvent event) {
    EventStream.print(event, System.out);
  }

  /** Passes on what it hears. */
  private static final class Telling implements TrainingListener {
    @Override
    public void onPoint(Point point) {
      tell(new TrainingEvent.Progress(point));
    }

    @Override
    public void onResume(int points) {
      tell(new TrainingEvent.Resumed(points));
    }

    @Override
    public void onNote(String note) {
      tell(new TrainingEvent.Note(note));
    }
  }
}
