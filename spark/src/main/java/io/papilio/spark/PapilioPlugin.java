package io.papilio.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/** What Spark is told to load: {@code spark.plugins=io.papilio.spark.PapilioPlugin}. */
public final class PapilioPlugin implements SparkPlugin {
  @Override
  public DriverPlugin driverPlugin() {
    return new DriverSide();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorSide();
  }
}
