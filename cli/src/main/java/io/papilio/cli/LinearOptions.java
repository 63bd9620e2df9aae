package io.papilio.cli;

import io.papilio.learn.linear.Loss;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Option;

/** What linear models alone can be told. */
final class LinearOptions {
  @Option(
      names = "--loss",
      description = "Of linear models: logistic (the default), hinge, squared-hinge or squared.")
  private Loss loss;

  @Option(
      names = "--iterations",
      paramLabel = "I",
      description = "The most iterations of L-BFGS in hybrid (default: 30).")
  private Integer iterations;

  @Option(
      names = "--precondition",
      description = "Steps of sgd for linear models: none (the default) or inverse-frequency.")
  private Preconditioner precondition;

  /** By what steps are multiplied, feature by feature. */
  enum Preconditioner {
    NONE,
    INVERSE_FREQUENCY
  }

  Loss loss() {
    return loss == null ? Loss.LOGISTIC : loss;
  }

  int iterations() {
    return iterations == null ? 30 : iterations;
  }

  Preconditioner precondition() {
    return precondition == null ? Preconditioner.NONE : precondition;
  }

  /** Refuses them all. */
  void requireNone(String model) {
    requireNone(
        "%s: --loss, --iterations and --precondition are for linear models".formatted(model),
        Arrays.asList(loss, iterations, precondition));
  }

  static void requireNone(String problem, List<?> values) {
    if (values.stream().anyMatch(Objects::nonNull)) {
      throw new IllegalArgumentException(problem);
    }
  }
}
