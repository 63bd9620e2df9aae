package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult.Point;
import io.papilio.spark.SparkCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.spark.SparkEnv;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark sees of a fit. */
class FitJobTest {

  private static Dataset<Row> data(SparkSession session) {
    TopicGenerator generator = new TopicGenerator(11, 60, 8);
    return session.createDataFrame(
        Examples.rows(generator.rows(0, 1000), 60, UnaryOperator.identity()), Examples.SCHEMA);
  }

  /** Hears of jobs and stages, and of the first progress that an executor tells. */
  private static final class Ears extends SparkListener {
    private final List<String> jobs = new CopyOnWriteArrayList<>();
    private final List<Integer> attempts = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      jobs.add(
          "%s, %d stages"
              .formatted(
                  job.properties().getProperty("spark.job.description"), job.stageInfos().size()));
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
      attempts.add(stage.stageInfo().attemptNumber());
    }

    @Override
    public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
      CollectionConverters.asJava(update.accumUpdates())
          .forEach(
              task ->
                  CollectionConverters.asJava(task._4()).stream()
                      .filter(info -> info.name().exists(name -> name.startsWith("papilio")))
                      .forEach(info -> begun.countDown()));
    }
  }

  @Test
  void shouldTakeOneJob() throws Exception {
    SparkSession session = SparkCluster.shared().session();
    Ears ears = new Ears();
    session.sparkContext().addSparkListener(ears);
    try {
      new PapilioLinear().setNumWorkers(2).setOptimizer("lbfgs").fit(data(session));
      session.sparkContext().listenerBus().waitUntilEmpty(10_000);
      assertEquals(List.of("papilio: linear by lbfgs, 2 workers, 3 stages"), ears.jobs);
      Object loss =
          SparkEnv.get()
              .metricsSystem()
              .getSourcesByName("papilio")
              .apply(0)
              .metricRegistry()
              .getGauges()
              .get("loss")
              .getValue();
      assertTrue((double) loss > 0 && (double) loss < 0.7, "" + loss);
    } finally {
      session.sparkContext().removeSparkListener(ears);
    }
  }

  @Test
  void shouldTellAListenerAndEndWhenItCancels() {
    SparkSession session = SparkCluster.shared().session();
    List<Point> heard = new CopyOnWriteArrayList<>();
    PapilioLinear learner = new PapilioLinear().setNumWorkers(2).setOptimizer("lbfgs");
    PapilioLinearModel model =
        learner
            .setListener(
                new TrainingListener() {
                  @Override
                  public void onPoint(Point point) {
                    heard.add(point);
                  }
                })
            .copy(ParamMap.empty()) // as pipelines do
            .fit(data(session));
    assertEquals(model.summary().orElseThrow().curve(), heard);

    TrainingListener cancels =
        new TrainingListener() {
          @Override
          public boolean isCancelled() {
            return true;
          }
        };
    learner.setListener(cancels);
    assertThrows(CancellationException.class, () -> learner.fit(data(session)));
  }

  @Test
  @Tag("full")
  void shouldTrainAgainWhenAnExecutorIsLost() throws Exception {
    Map<String, String> often = Map.of("spark.executor.heartbeatInterval", "100ms");
    try (SparkCluster cluster = SparkCluster.start(2, 1, often)) {
      Dataset<Row> data = data(cluster.session());
      PapilioLinear learner =
          new PapilioLinear()
              .setOptimizer("sgd")
              .setSync("allreduce")
              .setRate(1)
              .setBatch(1)
              .setEpochs(100)
              .setNumWorkers(2);
      PapilioLinearModel undisturbed = learner.fit(data);
      Ears ears = new Ears();
      cluster.session().sparkContext().addSparkListener(ears);
      CompletableFuture<PapilioLinearModel> fit =
          CompletableFuture.supplyAsync(() -> learner.fit(data));
      assertTrue(ears.begun.await(60, TimeUnit.SECONDS));
      cluster.kill(cluster.executorPids().keySet().iterator().next());
      PapilioLinearModel model = fit.get(120, TimeUnit.SECONDS);
      assertTrue(ears.attempts.contains(1), "attempts: " + ears.attempts);
      assertEquals(undisturbed.learned(), model.learned());
    }
  }
}
