package io.papilio.cli;

import io.papilio.learn.matrix.Rate;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** What matrix models alone can be told. */
final class MatrixOptions {
  private static final int DIMENSIONS = 32;
  private static final int ATOMS = 64;
  private static final int DISSIMILAR = 10;

  @Option(
      names = "--schedule",
      description = {
        "How steps of matrix models get shorter: constant, sqrt (with the square root of their",
        "number; the default) or adagrad (each element for itself)."
      })
  private Schedule schedule;

  @Option(
      names = "--dimensions",
      paramLabel = "K",
      description = "Of the space in which dml measures distances (default: " + DIMENSIONS + ").")
  private Integer dimensions;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = {
        "How many pairs of neighbours dml learns from; half of them are of one class (default:",
        "five for each example)."
      })
  private Integer pairs;

  @Option(
      names = "--dissimilar",
      paramLabel = "W",
      description = "How much dissimilar pairs count in dml (default: " + DISSIMILAR + ").")
  private Double dissimilar;

  @Option(
      names = "--atoms",
      paramLabel = "K",
      description = "Of sparse coding's dictionary (default: " + ATOMS + ").")
  private Integer atoms;

  /** How steps get shorter, named as on the command line. */
  enum Schedule {
    CONSTANT(Rate.Kind.CONSTANT),
    SQRT(Rate.Kind.INVERSE_ROOT),
    ADAGRAD(Rate.Kind.ADAGRAD);

    private final Rate.Kind kind;

    Schedule(Rate.Kind kind) {
      this.kind = kind;
    }

    Rate.Kind kind() {
      return kind;
    }
  }

  Schedule schedule() {
    return schedule == null ? Schedule.SQRT : schedule;
  }

  int dimensions() {
    return positive("--dimensions", dimensions == null ? DIMENSIONS : dimensions);
  }

  int atoms() {
    return positive("--atoms", atoms == null ? ATOMS : atoms);
  }

  /** Of so many examples. */
  int pairs(int examples) {
    return positive("--pairs", pairs == null ? Math.multiplyExact(5, examples) : pairs);
  }

  /** As given, if it was. */
  Integer pairs() {
    return pairs;
  }

  double dissimilar() {
    double weight = dissimilar == null ? DISSIMILAR : dissimilar;
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("--dissimilar must be above 0, not " + weight);
    }
    return weight;
  }

  private static int positive(String option, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(option + " must be 1 or more, not " + value);
    }
    return value;
  }

  void requireNoneOfMatrices(String model) {
    requireNoSchedule(model + ": --schedule is for matrix models");
    requireNoneOfMetrics(model);
    requireNoneOfDictionaries(model);
  }

  void requireNoSchedule(String problem) {
    LinearOptions.requireNone(problem, Arrays.asList(schedule));
  }

  void requireNoneOfMetrics(String model) {
    LinearOptions.requireNone(
        model + ": --dimensions, --pairs and --dissimilar are for dml",
        Arrays.asList(dimensions, pairs, dissimilar));
  }

  void requireNoneOfDictionaries(String model) {
    LinearOptions.requireNone(model + ": --atoms is for sparse-coding", Arrays.asList(atoms));
  }
}
