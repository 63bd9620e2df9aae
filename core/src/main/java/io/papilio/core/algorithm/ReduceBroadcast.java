package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;

/**
 * All-reduce as data-flow systems do it: reduce everything to one rank, then broadcast the total.
 *
 * <pre>
 *   4 ranks:   1 -> 0  3 -> 2      2 -> 0      |      0 -> 2      0 -> 1  2 -> 3
 * </pre>
 *
 * 2 log2 N rounds with a whole vector in each, and half of the ranks idle: the baseline to beat.
 *
 * <p>Li, Davis and Jarvis, "An efficient task-based all-reduce", 2017, figure 1a.
 */
@AutoService(Algorithm.class)
public record ReduceBroadcast() implements Algorithm {

  @Override
  public String name() {
    return "reduce-broadcast";
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "Reduce to one rank, then broadcast from it: the baseline.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    Schedule reduce = new BinomialReduce().schedule(rank, size, length);
    return reduce.then(reduce.backwards());
  }
}
