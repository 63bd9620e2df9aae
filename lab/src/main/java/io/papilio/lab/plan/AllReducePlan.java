package io.papilio.lab.plan;

import java.util.List;

/**
 * What an all-reduce of one length costs.
 *
 * @param cores how many cores the workers share
 * @param best the algorithm that wins
 * @param prices of all algorithms, the cheapest first
 */
public record AllReducePlan(
    int workers,
    int length,
    String type,
    String link,
    int cores,
    String best,
    List<AlgorithmPrice> prices) {

  /** What one algorithm costs; {@code bytesSentMax} is of the rank that sends most. */
  public record AlgorithmPrice(
      String algorithm, double predictedMicros, int rounds, long messages, long bytesSentMax) {}
}
