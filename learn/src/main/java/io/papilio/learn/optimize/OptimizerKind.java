package io.papilio.learn.optimize;

import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import io.papilio.learn.sync.Sync;
import java.util.List;
import java.util.Optional;

/**
 * A way to train, as users name it: what it can be told, and how an {@link Optimizer} is made of
 * that.
 *
 * <p>Kinds are found by {@link OptimizerKinds}: a class with
 * {@code @AutoService(OptimizerKind.class)}, a public constructor without arguments and its jar on
 * the class path is enough.
 */
public abstract class OptimizerKind {
  /** Passes over the data. */
  public static final Setting<Integer> EPOCHS =
      Setting.count(
          "epochs", "E", "5", "Passes over the data; for lbfgs, the maximum number of iterations.");

  private final String name;
  private final Class<?> problem;
  private final List<Setting<?>> settings;

  /**
   * Creates a kind.
   *
   * @param name as in {@code --optimizer}
   * @param problem what a problem must be for it to be solved
   * @param settings what it can be told
   */
  protected OptimizerKind(String name, Class<?> problem, Setting<?>... settings) {
    this.name = name;
    this.problem = problem;
    this.settings = List.of(settings);
  }

  /** Returns its name, as in {@code --optimizer}. */
  public final String name() {
    return name;
  }

  /** Returns what a problem must be for it to be solved. */
  public final Class<?> problem() {
    return problem;
  }

  /** Returns what it can be told. */
  public final List<Setting<?>> settings() {
    return settings;
  }

  /** Returns defaults of settings that are others here than those who declare them say. */
  public Settings usual() {
    return Settings.NONE;
  }

  /** Returns the setting that bounds its epochs, or its iterations of L-BFGS if it has them. */
  public Setting<Integer> limit() {
    return EPOCHS;
  }

  /** Returns whether workers may keep together by another strategy than all-reduce. */
  public boolean takesStrategies() {
    return false;
  }

  /** Returns whether workers can go on when another is lost. */
  public boolean survivesLosses() {
    return takesStrategies();
  }

  /** Returns whether it begins where a model of before ended, if it is given one. */
  public boolean takesStart() {
    return true;
  }

  /**
   * Returns whether it trains instead of a model's usual optimizer where that does not take the
   * strategy or a setting that was given.
   */
  public boolean standsIn() {
    return false;
  }

  /** Returns about how many points the curve will have. */
  public long points(Settings settings) {
    return StochasticLoop.EVALUATIONS * (long) settings.get(EPOCHS);
  }

  /**
   * Returns an optimizer.
   *
   * @param problem of a type that it can solve
   * @throws IllegalArgumentException if such a problem cannot be solved with these settings
   */
  public abstract Optimizer optimizer(Problem problem, Instructions instructions);

  /** Returns what may go wrong with several workers, though it is allowed. */
  public Optional<String> warning(Instructions told) {
    return Optional.empty();
  }

  /**
   * How to train: the same for all workers.
   *
   * @param settings complete
   * @param sync how workers keep together
   * @param threads of each worker
   */
  public record Instructions(Settings settings, Sync sync, long seed, int threads) {}
}
