package io.papilio.spark.ml;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingEvent;
import io.papilio.learn.job.TrainingJob;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.ModelFile;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.api.java.function.FlatMapFunction2;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * What each task of the barrier stage does: it takes its rows and runs the {@link TrainingJob}. The
 * first of them has the result.
 *
 * @param spec what to train, as JSON
 * @param isMadeUp whether tasks make up their rows, and Spark brings none
 * @param name what the rows are called in messages
 * @param columns the names of the features; none if they have no names
 * @param bits features were hashed to 2^bits; 0: not
 * @param naming what features were called in files
 * @param from the model to begin with, as bytes; empty if there is none
 * @param events {@link TrainingEvent}s, as JSON
 */
record FitTask(
    String spec,
    boolean isMadeUp,
    String name,
    List<String> columns,
    int bits,
    Features.Naming naming,
    byte[] from,
    CollectionAccumulator<String> events)
    implements FlatMapFunction2<Communicator, Iterator<Tuple2<Long, byte[]>>, byte[]> {

  @Override
  public Iterator<byte[]> call(Communicator comm, Iterator<Tuple2<Long, byte[]>> packed)
      throws Exception {
    TrainingSpec told = Json.decode(spec, TrainingSpec.class);
    Telling telling = new Telling(TaskContext.get(), events);
    try {
      Optional<TrainingResult> result =
          new TrainingJob(told, data(told, packed), telling).run(comm, 0);
      return result.map(one -> Packed.of(Outcome.of(one))).stream().iterator();
    } catch (DataException | IllegalArgumentException e) {
      return refuse(comm, e);
    } catch (CancellationException e) {
      throw new TaskKilledException(e.getMessage());
    }
  }

  private TrainingData data(TrainingSpec told, Iterator<Tuple2<Long, byte[]>> packed) {
    if (isMadeUp) {
      return TrainingData.of(told);
    }
    Features features = new Features(bits, told.data().interactions(), Columns.of(columns), naming);
    return new TaskData(packed, name, features, from);
  }

  /**
   * What cannot be learned from is no failure of a task, which Spark would try again and again, if
   * all workers say so: it is a result.
   */
  private static Iterator<byte[]> refuse(Communicator comm, RuntimeException reason) {
    try {
      comm.barrier();
    } catch (CollectiveException e) { // the others are elsewhere
      throw reason;
    }
    byte[] refusal = Packed.of(new Outcome("", new byte[0], reason.getMessage()));
    return (comm.rank() == 0 ? List.of(refusal) : List.<byte[]>of()).iterator();
  }

  /**
   * What comes back to the driver.
   *
   * @param result as JSON, without the model
   * @param model as bytes
   * @param refusal why there was nothing to train; empty if there was
   */
  record Outcome(String result, byte[] model, String refusal) implements Serializable {

    static Outcome of(TrainingResult result) {
      return new Outcome(Json.encode(result), ModelFile.bytes(result.model()), "");
    }

    /**
     * Returns the result with its model.
     *
     * @throws IllegalArgumentException if there was nothing to train
     */
    TrainingResult open() {
      if (!refusal.isEmpty()) {
        throw new IllegalArgumentException(refusal);
      }
      return Json.decode(result, TrainingResult.class).with(ModelFile.of(model));
    }
  }

  /** Passes on to the driver what it hears. */
  private record Telling(TaskContext task, CollectionAccumulator<String> events)
      implements TrainingEvent.Teller {
    @Override
    public void tell(TrainingEvent event) {
      events.add(Json.encode(event));
    }

    @Override
    public boolean isCancelled() {
      return task.isInterrupted(); // all tasks are, so that all end
    }
  }
}
