package io.papilio.learn.optimize;

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
   * Iterations after which margins are computed anew: rounding does not add up then, and all that
   * comes depends on nothing but what a snapshot holds. It costs half an iteration.
   */
  private static final int REFRESH = 10;

  /** Finds the next step: which way is down, and how far to go. */
  interface StepSearch {
    /** Returns how fast the value grows with each weight, given the gradient of all but l1 ‖w‖₁. */
    double[] steepest(double[] gradient);

    /**
     * Moves the function down from {@code value}, about along {@code direction}, in which it leaves
     * the step that it took. Returns false if rounding allows none.
     */
    boolean go(double value, double[] direction);
  }

  private final SmoothFunction function;
  private final int history;
  private final Optimizer.Watch watch;
  private final StepSearch search;
  private final double firstNorm;
  private final double[] direction;
  private CurvatureMemory memory;
  private double[] gradient;
  private double[] next;
  private double[] steepest;
  private double value;
  private int iterations;

  /** Begins where the function is. */
  Descent(SmoothFunction function, int history, Optimizer.Watch watch) {
    int length = function.weights().length;
    this.function = function;
    this.history = history;
    this.watch = watch;
    this.direction = new double[length];
    this.next = new double[length];
    this.gradient = new double[length];
    this.search = search(function);
    this.memory = look();
    this.firstNorm = norm();
  }

  /** Goes on from where another was saved. */
  Descent(SmoothFunction function, int history, Optimizer.Watch watch, Snapshot snapshot) {
    int length = function.weights().length;
    this.function = function;
    this.history = history;
    this.watch = watch;
    this.direction = new double[length];
    this.next = new double[length];
    this.gradient = snapshot.doubles("gradient");
    this.value = snapshot.number("value");
    this.firstNorm = snapshot.number("norm");
    this.memory = new CurvatureMemory(history, snapshot);
    this.iterations = (int) snapshot.whole("iterations");
    function.restore(snapshot, snapshot.doubles("weights"));
    this.search = search(function);
    this.steepest = search.steepest(gradient);
  }

  private static StepSearch search(SmoothFunction function) {
    return function.l1() == 0 ? new Straight(function) : new OrthantWise(function);
  }

  /** Takes value and gradient where the function is; nothing is known of its curvature. */
  private CurvatureMemory look() {
    watch.onPass();
    value = function.gradient(gradient);
    steepest = search.steepest(gradient);
    watch.onPass();
    return new CurvatureMemory(history, function.inverseDiagonal());
  }

  /** Asks the function how to go on; it may have changed. */
  SmoothFunction.Next next(boolean isFlat) {
    SmoothFunction.Next next = function.next(gradient, isFlat);
    if (next == SmoothFunction.Next.CHANGED) {
      memory = look();
    }
    return next;
  }

  /** Returns whether it can be saved: there is no rounding that a snapshot would not know of. */
  boolean isFresh() {
    return iterations % REFRESH == 0;
  }

  Snapshot saveTo(Snapshot snapshot) {
    function.saveTo(snapshot);
    return memory
        .saveTo(snapshot)
        .with("weights", function.weights())
        .with("gradient", gradient)
        .with("value", value)
        .with("norm", firstNorm)
        .with("iterations", iterations);
  }

  /** Returns the length of the gradient at the start. */
  double firstNorm() {
    return firstNorm;
  }

  /** Returns the length of the gradient here. */
  double norm() {
    return Math.sqrt(DenseKernels.dot(steepest, steepest));
  }

  double value() {
    return value;
  }

  int iterations() {
    return iterations;
  }

  /** Returns whether there was a step that led down. */
  boolean iterate() {
    memory.direction(steepest, direction);
    watch.onPass();
    if (!search.go(value, direction)) {
      return false;
    }
    iterations++;
    if (isFresh()) {
      function.refresh();
    }
    watch.onPass();
    value = function.gradient(next);
    memory.add(direction, gradient, next);
    double[] old = gradient;
    gradient = next;
    next = old;
    steepest = search.steepest(gradient);
    return true;
  }

  /** Goes along a line, on which margins move evenly: a trial costs no pass over the entries. */
  private static final class Straight implements StepSearch {
    private final SmoothFunction function;
    private double[] gradient = {};

    Straight(SmoothFunction function) {
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
      double step = WolfeSearch.search(function, value, DenseKernels.dot(gradient, direction));
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
