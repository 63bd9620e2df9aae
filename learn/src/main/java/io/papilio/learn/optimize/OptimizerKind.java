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
public interface OptimizerKind {
  /** Returns its name, as in {@code --optimizer}. */
  String name();

  /** Returns what a problem must be for it to be solved. */
  Class<?> problem();

  /** Returns what it can be told. */
  List<Setting<?>> settings();

  /** Returns defaults of settings that are others here than those who declare them say. */
  default Settings usual() {
    return Settings.NONE;
  }

  /** Returns whether workers may keep together by another strategy. */
  boolean takesStrategies();

  /** Returns whether workers can go on when another is lost. */
  default boolean survivesLosses() {
    return takesStrategies();
  }

  /** Returns about how many points the curve will have. */
  long points(Settings settings);

  /**
   * Returns an optimizer.
   *
   * @param problem of a type that it can solve
   * @throws IllegalArgumentException if such a problem cannot be solved with these settings
   */
  Optimizer optimizer(Problem problem, Instructions instructions);

  /** Returns what may go wrong with several workers, though it is allowed. */
  default Optional<String> warning(Instructions told) {
    return Optional.empty();
  }

  /**
   * How to train: the same for all workers.
   *
   * @param settings complete
   * @param sync how workers keep together
   * @param threads of each worker
   */
  record Instructions(Settings settings, Sync sync, long seed, int threads) {}
}
