package io.papilio.lab.plan;

import java.util.List;

/**
 * What an all-reduce of one length costs, and a step of training with as many weights.
 *
 * @param cores how many cores the workers share
 * @param best the algorithm that wins
 * @param prices of all algorithms, the cheapest first
 * @param steps under several strategies; none if elements are no floats, as weights are
 */
public record AllReducePlan(
    int workers,
    int length,
    String type,
    String link,
    int cores,
    String best,
    List<AlgorithmPrice> prices,
    List<StrategyPrice> steps) {

  /** What one algorithm costs; {@code bytesSentMax} is of the rank that sends most. */
  public record AlgorithmPrice(
      String algorithm, double predictedMicros, int rounds, long messages, long bytesSentMax) {}

  /** What a step takes under one strategy. */
  public record StrategyPrice(String sync, double predictedMicros) {}
}
