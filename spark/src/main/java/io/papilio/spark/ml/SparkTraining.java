package io.papilio.spark.ml;

import io.papilio.learn.data.Features.Naming;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.OutputSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFile;
import io.papilio.spark.PapilioBarrier;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * The driver's side of a training: one job of three stages.
 *
 * <pre>
 *   stage 1   as many tasks as partitions   rows -> blocks
 *   stage 2   as many tasks as workers      blocks -> model      a barrier stage: all at once
 *   stage 3   the same                      model -> driver      so that Spark may repeat stage 2
 * </pre>
 *
 * @param listener hears in the driver how the training goes on, as heartbeats of executors tell it
 */
public record SparkTraining(SparkContext sc, TrainingSpec spec, TrainingListener listener) {
  private static final String DESCRIPTION = "spark.job.description";

  /**
   * Trains on rows, or on examples that tasks make up.
   *
   * @param from the model to begin with
   * @throws IllegalArgumentException if they cannot be learned from, or there is no room for it
   * @throws CancellationException if the listener cancelled it
   */
  public TrainingResult run(Optional<TrainingRows> rows, Optional<Model> from) {
    int partitions = rows.map(some -> some.rows().getNumPartitions()).orElse(Integer.MAX_VALUE);
    int workers = new Slots(sc).workers(spec.place().workers(), partitions);
    TrainingSpec told = told(workers);
    told.checkOptions();
    CollectionAccumulator<String> events = new CollectionAccumulator<>();
    sc.register(events, "papilio: how the training goes");
    FitTask task =
        new FitTask(
            Json.encode(told),
            rows.isEmpty(),
            rows.map(TrainingRows::name).orElse(""),
            rows.map(TrainingRows::columns).orElse(List.of()),
            rows.map(some -> some.features().bits()).orElse(0),
            rows.map(some -> some.features().naming()).orElse(Naming.UNKNOWN),
            from.map(ModelFile::bytes).orElse(new byte[0]),
            events);
    JavaRDD<Tuple2<Long, byte[]>> dealt =
        rows.map(some -> some.deal(workers))
            .orElseGet(() -> JavaSparkContext.fromSparkContext(sc).parallelize(List.of(), workers));
    String before = sc.getLocalProperty(DESCRIPTION);
    sc.setJobDescription("papilio: %s, %d workers".formatted(title(told), workers));
    try (Progress progress = new Progress(sc, events.id(), listener)) {
      byte[] result = collect(dealt, task, progress);
      progress.tell(events.value());
      return Packed.open(result, FitTask.Outcome.class).open();
    } finally {
      sc.setLocalProperty(DESCRIPTION, before);
    }
  }

  private static byte[] collect(
      JavaRDD<Tuple2<Long, byte[]>> dealt, FitTask task, Progress progress) {
    try {
      return PapilioBarrier.mapPartitions(dealt, task).collect().get(0);
    } catch (Exception e) { // Spark declares none
      if (progress.isCancelled()) {
        throw new CancellationException("the training was cancelled");
      }
      throw e;
    }
  }

  /** Returns what workers are told: files are the driver's. */
  private TrainingSpec told(int workers) {
    PlaceSpec place = spec.place();
    int threads = place.threads() > 0 ? place.threads() : sc.conf().getInt("spark.task.cpus", 1);
    return spec.withPlace(
            new PlaceSpec(Launch.SPARK, workers, threads, place.onFailure(), place.calibrate()))
        .withOutput(OutputSpec.NONE);
  }

  private static String title(TrainingSpec told) {
    return "%s by %s".formatted(told.model(), told.resolve(OptionalLong.empty()).optimizer());
  }
}
