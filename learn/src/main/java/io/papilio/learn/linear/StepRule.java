package io.papilio.learn.linear;

/** How far the steps of a stochastic method go; the first step is number 1. */
interface StepRule {
  /** Whose rule it is. */
  String optimizer();

  /** w ← keep · w − rate · gradient. */
  double rate(long step);

  /** What the regulariser leaves of the weights in a step of that rate. */
  double keep(long step, double rate);

  /** The bias is not regularised, so that not every rate is good for it. */
  double biasRate(long step, double rate);

  /** Weights (without the bias) that are longer than this are shortened to it after a step. */
  default double radius() {
    return Double.POSITIVE_INFINITY;
  }
}
