package io.papilio.spark.ml;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.papilio.spark.ml.TrainingSummary.Point;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.MetricsSystem;
import org.apache.spark.metrics.source.Source;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells the driver's log and Spark's metrics how a training goes: what an accumulator has gathered
 * comes with the heartbeats of the executor, every ten seconds unless Spark is told otherwise.
 * Among the driver's metrics, {@code papilio} has {@code examples}, {@code seconds} and {@code
 * loss}, and keeps those of the last training.
 */
final class Progress extends SparkListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  private static volatile Point last = new Point(0, 0, Double.NaN);

  private final SparkContext sc;
  private final long accumulator;
  private int told;

  Progress(SparkContext sc, long accumulator) {
    this.sc = sc;
    this.accumulator = accumulator;
    sc.addSparkListener(this);
    MetricsSystem metrics = SparkEnv.get().metricsSystem();
    if (metrics.getSourcesByName(Figures.NAME).isEmpty()) {
      metrics.registerSource(new Figures());
    }
  }

  /** For Spark's metrics. */
  private static final class Figures implements Source {
    static final String NAME = "papilio";

    private final MetricRegistry registry = new MetricRegistry();

    Figures() {
      registry.register("examples", (Gauge<Long>) () -> last.examples());
      registry.register("seconds", (Gauge<Double>) () -> last.seconds());
      registry.register("loss", (Gauge<Double>) () -> last.loss());
    }

    @Override
    public String sourceName() {
      return NAME;
    }

    @Override
    public MetricRegistry metricRegistry() {
      return registry;
    }
  }

  @Override
  public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
    CollectionConverters.asJava(update.accumUpdates())
        .forEach(task -> CollectionConverters.asJava(task._4()).forEach(this::hear));
  }

  private void hear(AccumulableInfo info) {
    if (info.id() == accumulator && info.update().isDefined()) {
      if (info.update().get() instanceof List<?> points) {
        tell(points);
      }
    }
  }

  private synchronized void tell(List<?> points) {
    for (; told < points.size(); told++) {
      if (points.get(told) instanceof Point point) {
        last = point;
        LOG.info("{} examples, {} s: loss {}", point.examples(), point.seconds(), point.loss());
      }
    }
  }

  /** What heartbeats have not told yet. */
  void end(TrainingSummary summary) {
    tell(summary.curve());
    LOG.info(
        "objective {} after {} iterations in {} s",
        summary.objective(),
        summary.iterations(),
        summary.seconds());
  }

  @Override
  public void close() {
    sc.removeSparkListener(this);
  }
}
