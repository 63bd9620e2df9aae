package io.papilio.learn.matrix;

/**
 * How long steps are.
 *
 * <pre>
 *   constant        γ(t) = γ0
 *   inverse-root    γ(t) = γ0/√t
 *   adagrad         γ(t) = γ0, and each element of W by 1/√(Σ of its squared gradients so far)
 * </pre>
 *
 * <p>Duchi, Hazan and Singer: Adaptive Subgradient Methods (2011).
 *
 * @param start γ0
 */
public record Rate(Kind kind, double start) {
  /** The ways above. */
  public enum Kind {
    CONSTANT,
    INVERSE_ROOT,
    ADAGRAD
  }

  public Rate {
    if (!(start > 0 && start < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rate " + start);
    }
  }

  /** Of a step; the first is 1. */
  double at(long step) {
    return kind == Kind.INVERSE_ROOT ? start / Math.sqrt(step) : start;
  }

  Rate withStart(double other) {
    return new Rate(kind, other);
  }
}
