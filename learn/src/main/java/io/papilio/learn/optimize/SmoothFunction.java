package io.papilio.learn.optimize;

import java.util.OptionalDouble;

/**
 * A differentiable function of many weights, the same on all workers, and l1 ‖w‖₁ beside it: what
 * {@link Lbfgs} minimises. It has a place, its {@link #weights}, and moves along lines from there.
 *
 * <p>All workers call all methods together. Lines are for functions without l1: on others they have
 * corners.
 */
public interface SmoothFunction extends Line {
  /** Returns the weights where the function is: the array itself, which nobody else may change. */
  double[] weights();

  /** Returns how much ‖w‖₁ counts. */
  default double l1() {
    return 0;
  }

  /** Returns how many weights l1 is for: the first ones. The others, biases, are free. */
  default int penalised() {
    return weights().length;
  }

  /** Returns the value here, l1 ‖w‖₁ included. */
  double value();

  /** Returns the value here without what norms add, if it is that of the problem's own losses. */
  default OptionalDouble losses() {
    return OptionalDouble.empty();
  }

  /** Writes the gradient of all but l1 ‖w‖₁; returns the value of all. */
  double gradient(double[] into);

  /** Returns 1 over the diagonal of the Hessian, and 1 where that is zero. */
  double[] inverseDiagonal();

  /** Chooses the line that {@link #at} and {@link #move} go along, from here. */
  void along(double[] direction);

  /** Moves the weights by {@code step} times the direction. */
  void move(double step);

  /** Moves the weights to another place. */
  void place(double[] there);

  /** Computes what is kept beside the weights anew, lest the rounding of many moves adds up. */
  default void refresh() {}

  /** How it goes on after an iteration. */
  enum Next {
    /** The minimum is not reached. */
    ITERATE,
    /** The function is another now: value, gradient and curvature have changed. */
    CHANGED,
    /** It is near enough. */
    DONE
  }

  /**
   * Says how to go on from here. A function that is smoother than what it stands for may come
   * nearer to it.
   *
   * @param gradient what {@link #gradient} wrote here
   * @param isFlat whether L-BFGS has reached its tolerance
   */
  default Next next(double[] gradient, boolean isFlat) {
    return isFlat ? Next.DONE : Next.ITERATE;
  }

  /** Adds to a snapshot what {@link #restore} needs, if there is more than the weights. */
  default void saveTo(Snapshot snapshot) {}

  /** Goes to where another function was when it was saved. */
  default void restore(Snapshot snapshot, double[] there) {
    place(there);
  }
}
