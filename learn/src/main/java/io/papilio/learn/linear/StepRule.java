package io.papilio.learn.linear;

/** How far the steps of a stochastic method go; the first step is number 1. */
interface StepRule {
  /** Returns the rate of a step: w ← keep · w − rate · gradient. */
  double rate(long step);

  /** Returns what the regulariser leaves of the weights in a step of that rate. */
  double keep(long step, double rate);

  /** Returns the rate of the bias: as it is not regularised, not every rate is good for it. */
  double biasRate(long step, double rate);

  /** Returns the length to which longer weights, without the bias, are shortened after a step. */
  default double radius() {
    return Double.POSITIVE_INFINITY;
  }
}
