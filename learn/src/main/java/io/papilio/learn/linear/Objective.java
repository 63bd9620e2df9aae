package io.papilio.learn.linear;

/** Σ weight · loss + l2/2 ‖w‖² + l1 ‖w‖₁; the bias is in neither norm. */
public record Objective(Loss loss, double l2, double l1) {
  public Objective {
    if (!(l2 >= 0 && l2 < Double.POSITIVE_INFINITY && l1 >= 0 && l1 < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("l2 = %s, l1 = %s".formatted(l2, l1));
    }
  }

  /** For optimizers that know nothing of it. */
  void requireNoL1(String optimizer) {
    if (l1 != 0) {
      throw new IllegalArgumentException(
          "%s cannot minimise with l1 = %s: use hybrid, lbfgs or online".formatted(optimizer, l1));
    }
  }
}
