package io.papilio.learn.model;

import io.papilio.learn.data.Generator;
import io.papilio.learn.optimize.Problem;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.mixing.Consistency;
import java.util.List;
import java.util.OptionalLong;

/**
 * A kind of model: what it can be told, what there is to learn from rows, and how a model is made
 * of weights.
 *
 * <pre>
 *   settings, census ──> Learnable ──> problem, first weights ──optimizer──> weights ──> Model
 *   file ──> Learned ───────────────────────────────────────────────────────────────────> Model
 * </pre>
 *
 * <p>Families are found by {@link Families}: a class with {@code @AutoService(ModelFamily.class)},
 * a public constructor without arguments and its jar on the class path is enough for {@code train},
 * {@code predict}, {@code eval} and Spark to know it.
 */
public interface ModelFamily {
  enum Task {
    /** Two labels, of which the smaller is negative. */
    TWO_CLASSES,
    CLASSES,
    /** Numbers to be predicted. */
    NUMBERS,
    /** Nothing: labels may be missing. */
    UNLABELLED
  }

  /** Made-up examples to learn from, and then some to judge by. */
  record Sample(Generator generator, int rows, int test) {}

  /** Returns its name, as in {@code --model}. */
  String name();

  /** Returns in a few words what it is for, for help texts. */
  String summary();

  /** Returns what it can be told, apart from what optimizers can be told. */
  List<Setting<?>> settings();

  /** Returns defaults of settings that are others here than those who declare them say. */
  default Settings usual() {
    return Settings.NONE;
  }

  /** Returns what rows have to be labelled with. */
  Task task(Settings settings);

  /** Returns the type of problem that an optimizer has to be able to solve. */
  Class<? extends Problem> problem();

  /** Returns the optimizer for those who name none. */
  String optimizer(Settings settings, OptionalLong weights);

  /**
   * Returns what there is to learn.
   *
   * @throws IllegalArgumentException if nobody could learn from such rows
   */
  Learnable learnable(Lesson lesson);

  /**
   * Returns a problem without rows, by which optimizers can tell whether they could solve one.
   *
   * @param features how many there are at least, where problems depend on that
   */
  Problem example(Settings settings, int features);

  /** Returns a model of this family. */
  Model model(Learned learned);

  /** Returns what is learned where there are no data. */
  Sample sample(long seed);

  /** Returns the strategy for those who name none, where the optimizer takes any. */
  String strategy(Consistency consistency);

  /** Returns the strategies worth comparing. */
  List<String> strategies();

  /** Returns what models can be told when they are judged. */
  default List<Setting<?>> evaluationSettings() {
    return List.of();
  }

  /** Returns whether models compare what they are judged by with examples of known labels. */
  default boolean usesReference() {
    return false;
  }
}
