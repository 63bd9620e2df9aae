package io.papilio.learn.optimize;

import java.util.OptionalDouble;

/**
 * How long the steps of a stochastic method are.
 *
 * <pre>
 *   constant        γ(t) = γ0
 *   inverse-root    γ(t) = γ0/√t
 *   adagrad         γ(t) = γ0, and each weight by 1/√(Σ of its squared gradients so far)
 * </pre>
 *
 * <p>Duchi, Hazan and Singer: Adaptive Subgradient Methods (2011).
 *
 * @param start γ0; if it is empty, {@link RateSearch} finds it
 */
public record Rate(Kind kind, OptionalDouble start) {
  /** The kinds above. */
  public enum Kind {
    CONSTANT,
    INVERSE_ROOT,
    ADAGRAD
  }

  public Rate {
    double first = start.orElse(1);
    if (!(first > 0 && first < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a rate must be above 0, not " + first);
    }
  }

  public Rate(Kind kind, double start) {
    this(kind, OptionalDouble.of(start));
  }

  /** Returns a rate that is found on a sample first. */
  public static Rate auto(Kind kind) {
    return new Rate(kind, OptionalDouble.empty());
  }

  public boolean isAuto() {
    return start.isEmpty();
  }

  /** Returns γ of a step; the first is 1. */
  public double at(long step) {
    double first = start.orElseThrow();
    return kind == Kind.INVERSE_ROOT ? first / Math.sqrt(step) : first;
  }

  /** Returns the same with another γ0. */
  public Rate withStart(double other) {
    return new Rate(kind, other);
  }

  /** Returns the same with a γ0 of this much at most. */
  public Rate atMost(double most) {
    return withStart(Math.min(most, start.orElseThrow()));
  }
}
