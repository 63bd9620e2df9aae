package io.papilio.learn.optimize;

import io.papilio.learn.setting.Services;
import java.util.List;

/** Finds the {@link OptimizerKind}s of the class path. */
public final class OptimizerKinds {
  private static final Services<OptimizerKind> ALL =
      Services.of(OptimizerKind.class, OptimizerKind::name);

  private OptimizerKinds() {}

  /** Returns all kinds by name. */
  public static List<OptimizerKind> all() {
    return ALL.all();
  }

  /** Returns those that can solve a type of problem. */
  public static List<OptimizerKind> solving(Class<? extends Problem> problem) {
    return all().stream().filter(kind -> kind.problem().isAssignableFrom(problem)).toList();
  }

  /**
   * Returns the kind of a name.
   *
   * @param model whose problem it has to solve, for the message
   * @throws IllegalArgumentException if there is none, or it cannot solve such problems
   */
  public static OptimizerKind named(String name, Class<? extends Problem> problem, String model) {
    List<OptimizerKind> fit = solving(problem);
    return fit.stream()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "optimizer %s cannot train %s; use one of %s"
                        .formatted(
                            name,
                            model,
                            String.join(", ", fit.stream().map(OptimizerKind::name).toList()))));
  }
}
