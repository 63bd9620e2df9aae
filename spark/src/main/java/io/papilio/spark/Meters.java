package io.papilio.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where an executor's time goes, among Spark's metrics: {@code
 * plugin.io.papilio.spark.PapilioPlugin} with {@code commits}, and in milliseconds {@code commit},
 * {@code serialise}, {@code deserialise} (of elements, over all threads) and {@code blocked} (tasks
 * that wait for a result).
 */
final class Meters {
  final LongAdder commits = new LongAdder();
  final LongAdder commitNanos = new LongAdder();
  final LongAdder serialiseNanos = new LongAdder();
  final LongAdder deserialiseNanos = new LongAdder();
  final LongAdder blockedNanos = new LongAdder();

  void register(MetricRegistry registry) {
    registry.register("commits", (Gauge<Long>) commits::sum);
    registry.register("commit", millis(commitNanos));
    registry.register("serialise", millis(serialiseNanos));
    registry.register("deserialise", millis(deserialiseNanos));
    registry.register("blocked", millis(blockedNanos));
  }

  private static Gauge<Double> millis(LongAdder nanos) {
    return () -> nanos.sum() / 1e6;
  }
}
