package io.papilio.learn.job;

import io.papilio.learn.data.DataException;
import io.papilio.runtime.cluster.ProcessTask;
import io.papilio.runtime.communicator.Communicator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A worker of a training that is a process of its own. It is told the spec as JSON, and perhaps the
 * file that the standard input of the command is in; it tells {@link TrainingEvent}s.
 */
final class TrainingProcess implements ProcessTask {

  @Override
  public void run(Communicator comm, List<String> arguments) throws Exception {
    TrainingSpec spec = Json.decode(arguments.get(0), TrainingSpec.class);
    TrainingEvent.Teller teller = EventStream::print;
    if (arguments.size() > 1) {
      System.setIn(Files.newInputStream(Path.of(arguments.get(1)))); // not the life line
    }
    try {
      new TrainingJob(spec, teller)
          .run(comm, 0)
          .ifPresent(result -> teller.tell(new TrainingEvent.End(result)));
    } catch (DataException | IllegalArgumentException e) {
      teller.tell(new TrainingEvent.Refusal(e.getMessage()));
      throw e;
    }
  }
}
