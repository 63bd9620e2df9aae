package io.papilio.spark.ml;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingEvent;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult.Point;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.MetricsSystem;
import org.apache.spark.metrics.source.Source;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Tells the driver's log and Spark's metrics how a training goes: what an accumulator has gathered
 * comes with the heartbeats of the executor, every ten seconds unless Spark is told otherwise. With
 * each of them, and when a task starts, the listener is asked whether to go on. Among the driver's
 * metrics, {@code papilio} has {@code examples}, {@code seconds} and {@code loss}, and keeps those
 * of the last training.
 */
final class Progress extends SparkListener implements TrainingListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

  private static volatile Point last = new Point(0, 0, Double.NaN, Double.NaN);

  private final SparkContext sc;
  private final long accumulator;
  private final TrainingListener listener;
  private final String tag; // of the job
  private int told;
  private boolean isCancelled;

  Progress(SparkContext sc, long accumulator, TrainingListener listener) {
    this.sc = sc;
    this.accumulator = accumulator;
    this.listener = listener;
    this.tag = "papilio-" + accumulator;
    sc.addJobTag(tag);
    sc.addSparkListener(this);
    MetricsSystem metrics = SparkEnv.get().metricsSystem();
    if (metrics.getSourcesByName(Figures.NAME).isEmpty()) {
      metrics.registerSource(new Figures());
    }
  }

  /** For Spark's metrics. */
  private record Figures(MetricRegistry metricRegistry) implements Source {
    static final String NAME = "papilio";

    Figures() {
      this(new MetricRegistry());
      metricRegistry.register("examples", (Gauge<Long>) () -> last.examples());
      metricRegistry.register("seconds", (Gauge<Double>) () -> last.seconds());
      metricRegistry.register("loss", (Gauge<Double>) () -> last.loss());
    }

    @Override
    public String sourceName() {
      return NAME;
    }
  }

  @Override
  public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
    CollectionConverters.asJava(update.accumUpdates())
        .forEach(task -> CollectionConverters.asJava(task._4()).forEach(this::hear));
    endIfCancelled();
  }

  @Override
  public void onTaskStart(SparkListenerTaskStart task) {
    endIfCancelled();
  }

  private synchronized void endIfCancelled() {
    if (!isCancelled && listener.isCancelled()) {
      isCancelled = true;
      sc.cancelJobsWithTag(tag);
    }
  }

  /** Returns whether the listener has cancelled the job. */
  @Override
  public synchronized boolean isCancelled() {
    return isCancelled;
  }

  private void hear(AccumulableInfo info) {
    if (info.id() == accumulator
        && info.update().isDefined()
        && info.update().get() instanceof List<?> events) {
      tell(events);
    }
  }

  /** Tells those of the events that were not told yet. */
  synchronized void tell(List<?> events) {
    for (; told < events.size(); told++) {
      TrainingEvent event = Json.decode((String) events.get(told), TrainingEvent.class);
      event.tell(this);
      event.tell(listener);
    }
  }

  @Override
  public void onPoint(Point point) {
    last = point;
    LOG.info("{} examples, {} s: loss {}", point.examples(), point.seconds(), point.loss());
  }

  @Override
  public void onNote(String note) {
    LOG.warn(note);
  }

  @Override
  public void close() {
    sc.removeSparkListener(this);
    sc.removeJobTag(tag);
  }
}
