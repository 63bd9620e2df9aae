package io.papilio.learn.linear;

/**
 * Where {@link Lbfgs} is, and how it goes on from there.
 *
 * <pre>
 *   gradient -> direction, by what is remembered -> line search -> step -> gradient ...
 *                                  ^_______ step, change of the gradient _______/
 * </pre>
 */
final class Descent {
  /**
   * After so many iterations margins are computed anew: rounding does not add up then, and all that
   * comes depends on nothing but what a snapshot holds. It costs half an iteration.
   */
  private static final int REFRESH = 10;

  private final ShardObjective function;
  private final CurvatureMemory memory;
  private final double firstNorm;
  private final double[] direction;
  private double[] gradient;
  private double[] next;
  private double value;
  private int iterations;

  /** Begins where the function is. */
  Descent(ShardObjective function, int history) {
    int length = function.weights().length;
    this.function = function;
    this.direction = new double[length];
    this.next = new double[length];
    this.gradient = new double[length];
    this.value = function.gradient(gradient);
    this.firstNorm = norm();
    this.memory = new CurvatureMemory(history, function.inverseDiagonal());
  }

  /** Goes on from where another was saved. */
  Descent(ShardObjective function, int history, Snapshot snapshot) {
    int length = function.weights().length;
    this.function = function;
    this.direction = new double[length];
    this.next = new double[length];
    this.gradient = snapshot.doubles("gradient");
    this.value = snapshot.number("value");
    this.firstNorm = snapshot.number("norm");
    this.memory = new CurvatureMemory(history, snapshot);
    this.iterations = (int) snapshot.whole("iterations");
    function.place(snapshot.doubles("weights"));
  }

  /** Whether it can be saved: there is no rounding that a snapshot would not know of. */
  boolean isFresh() {
    return iterations % REFRESH == 0;
  }

  Snapshot saveTo(Snapshot snapshot) {
    return memory
        .saveTo(snapshot)
        .with("weights", function.weights())
        .with("gradient", gradient)
        .with("value", value)
        .with("norm", firstNorm)
        .with("iterations", iterations);
  }

  /** Of the gradient, at the start. */
  double firstNorm() {
    return firstNorm;
  }

  double norm() {
    return Math.sqrt(LinearKernels.dot(gradient, gradient));
  }

  double value() {
    return value;
  }

  int iterations() {
    return iterations;
  }

  /** Returns whether there is a step that leads down. */
  boolean iterate() {
    memory.direction(gradient, direction);
    function.along(direction);
    double step = WolfeSearch.search(function, value, LinearKernels.dot(gradient, direction));
    if (step == 0) {
      return false;
    }
    function.move(step);
    for (int i = 0; i < direction.length; i++) {
      direction[i] *= step;
    }
    iterations++;
    if (isFresh()) {
      function.refresh();
    }
    value = function.gradient(next);
    memory.add(direction, gradient, next);
    double[] old = gradient;
    gradient = next;
    next = old;
    return true;
  }
}
