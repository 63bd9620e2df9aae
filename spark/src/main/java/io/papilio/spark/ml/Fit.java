package io.papilio.spark.ml;

import io.papilio.spark.PapilioBarrier;
import io.papilio.spark.ml.TrainingSummary.Point;
import java.util.OptionalInt;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
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
 */
record Fit(Plan plan, HasColumns<?> columns, OptionalInt numWorkers) {
  private static final String DESCRIPTION = "spark.job.description";

  /**
   * Trains on this dataset.
   *
   * @throws IllegalArgumentException if it cannot be learned from, or there is no room for it
   */
  Trained run(Dataset<?> data) {
    SparkContext sc = data.sparkSession().sparkContext();
    Column weight =
        columns.hasWeightCol() ? functions.col(columns.getWeightCol()) : functions.lit(1);
    JavaRDD<Row> rows =
        data.select(
                functions.col(columns.getFeaturesCol()),
                functions.col(columns.getLabelCol()).cast("double"),
                weight.cast("double"))
            .toJavaRDD();
    int workers = new Slots(sc).workers(numWorkers, rows.getNumPartitions());
    JavaRDD<Tuple2<Long, byte[]>> dealt = RowBlocks.deal(rows, workers, plan.mostLabels());
    CollectionAccumulator<Point> points = new CollectionAccumulator<>();
    sc.register(points, "papilio: examples, seconds, loss");
    FitTask task = new FitTask(plan, points);
    String before = sc.getLocalProperty(DESCRIPTION);
    sc.setJobDescription("papilio: %s, %d workers".formatted(plan.title(), workers));
    try (Progress progress = new Progress(sc, points.id())) {
      byte[] result = PapilioBarrier.mapPartitions(dealt, task).collect().get(0);
      Trained trained = Packed.open(result, Trained.class);
      if (!trained.problem().isEmpty()) {
        throw new IllegalArgumentException(trained.problem());
      }
      progress.end(trained.summary());
      return trained;
    } finally {
      sc.setLocalProperty(DESCRIPTION, before);
    }
  }
}
