package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;

/**
 * Broadcast from rank 0 over a binomial tree: in each round everyone who has the vector gives it to
 * one who has not, the farthest first. It is the {@linkplain BinomialReduce reduce}, backwards.
 *
 * <pre>
 *   8 ranks:   0 -> 4      0 -> 2  4 -> 6      0 -> 1  2 -> 3  4 -> 5  6 -> 7
 * </pre>
 *
 * log2 N rounds, rounded up; the root sends one vector in each.
 */
@AutoService(Algorithm.class)
public record BinomialBroadcast() implements Algorithm {

  @Override
  public String name() {
    return "binomial";
  }

  @Override
  public Collective collective() {
    return Collective.broadcast(0);
  }

  @Override
  public String summary() {
    return "Everyone who has the vector gives it to one who has not.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return new BinomialReduce().schedule(rank, size, length).backwards();
  }
}
