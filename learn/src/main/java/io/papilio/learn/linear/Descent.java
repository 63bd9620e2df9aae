package io.papilio.learn.linear;

/**
 * Where {@link Lbfgs} is, and how it goes on from there.
 *
 * <pre>
 *   gradient -> direction, by what is remembered -> step -> gradient ...
 *                                  ^_______ step, change of the gradient _______/
 * </pre>
 */
final class Descent {
  /**
   * After so many iterations margins are computed anew: rounding does not add up then, and all that
   * comes depends on nothing but what a snapshot holds. It costs half an iteration.
   */
  private static final int REFRESH = 10;

  /** Which way is down, and how far to go. */
  interface Way {
    /** How fast the value grows with each weight, given the gradient of all but l1 ‖w‖₁. */
    double[] steepest(double[] gradient);

    /**
     * Goes down from where the value is that, about in this direction, in which it leaves the step
     * that it took. Returns false if rounding allows none.
     */
    boolean go(double value, double[] direction);
  }

  private final ShardObjective function;
  private final Way way;
  private final CurvatureMemory memory;
  private final double firstNorm;
  private final double[] direction;
  private double[] gradient;
  private double[] next;
  private double[] steepest;
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
    this.way = way(function);
    this.steepest = way.steepest(gradient);
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
    this.way = way(function);
    this.steepest = way.steepest(gradient);
  }

  private static Way way(ShardObjective function) {
    double l1 = function.objective().l1();
    return l1 == 0 ? new Straight(function) : new OrthantWise(function, l1);
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
    return Math.sqrt(LinearKernels.dot(steepest, steepest));
  }

  double value() {
    return value;
  }

  int iterations() {
    return iterations;
  }

  /** Returns whether there is a step that leads down. */
  boolean iterate() {
    memory.direction(steepest, direction);
    if (!way.go(value, direction)) {
      return false;
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
    steepest = way.steepest(gradient);
    return true;
  }

  /** Along a line, on which the margins move evenly: a trial costs no pass over the entries. */
  private static final class Straight implements Way {
    private final ShardObjective function;
    private double[] gradient = {};

    Straight(ShardObjective function) {
      this.function = function;
    }

    @Override
    public double[] steepest(double[] newGradient) {
      gradient = newGradient;
      return gradient;
    }

    @Override
    public boolean go(double value, double[] direction) {
      function.along(direction);
      double step = WolfeSearch.search(function, value, LinearKernels.dot(gradient, direction));
      if (step == 0) {
        return false;
      }
      function.move(step);
      for (int i = 0; i < direction.length; i++) {
        direction[i] *= step;
      }
      return true;
    }
  }
}
