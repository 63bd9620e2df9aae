package io.papilio.cli;

import io.papilio.learn.matrix.MatrixKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is learned, and how: what all kinds of models can be told. */
final class LearnerOptions {
  private static final String AUTO = "auto";

  @Option(
      names = "--model",
      defaultValue = "linear",
      description = {
        "What is trained: linear, softmax (several classes), dml (a distance in which examples of",
        "a class are near) or sparse-coding (a dictionary) (default: ${DEFAULT-VALUE})."
      })
  private ModelName model;

  @Option(
      names = "--optimizer",
      description = {
        "For linear models sgd, pegasos, online, lbfgs or hybrid (default: hybrid; for the hinge",
        "loss pegasos); for softmax sgd or sdca, for other matrix models sgd (default: sgd)."
      })
  private OptimizerName optimizer;

  @Option(
      names = "--epochs",
      paramLabel = "E",
      description = {
        "Passes over the data (default: 5 for sgd and pegasos, 1 for online, hybrid and dml); the",
        "most of sdca (default: 100); for lbfgs the most iterations (default: 100)."
      })
  private Integer epochs;

  @Option(
      names = "--batch",
      paramLabel = "B",
      defaultValue = "16",
      description = "Examples of a worker in a step of sgd or sdca (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = AUTO,
      description = "The first step of sgd is so long; auto tries some on a sample.")
  private String rate;

  @Option(
      names = "--l2",
      paramLabel = "L",
      description = {
        "Adds L/2 times the squared norm of the weights (default: 1; 0 for online, as in VW);",
        "of linear models and softmax."
      })
  private Double l2;

  @Option(
      names = "--l1",
      paramLabel = "L",
      description = {
        "Adds L times the sum of all |weight|, which makes many of them zero; of linear models,",
        "but not by sgd and pegasos (default: 0), and of codes of sparse-coding (default: 0.1)."
      })
  private Double l1;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = {
        "L-BFGS ends when it gains less (default: 1e-4 for hybrid, 1e-6 for lbfgs), sdca when it",
        "is as near to the optimum, in parts of the objective (default: 1e-3)."
      })
  private Double tolerance;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "For all that is random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private SyncOptions sync;

  @Mixin private LinearOptions linear;

  @Mixin private MatrixOptions matrix;

  /** The models there are, named as on the command line. */
  enum ModelName {
    LINEAR,
    SOFTMAX,
    DML,
    SPARSE_CODING
  }

  /** The optimizers there are, named as on the command line. */
  enum OptimizerName {
    SGD,
    PEGASOS,
    ONLINE,
    LBFGS,
    HYBRID,
    SDCA;

    /** Whether its workers may average weights instead of adding up gradients. */
    boolean mixes() {
      return this == SGD || this == PEGASOS;
    }
  }

  Learner learner() {
    return model == ModelName.LINEAR
        ? new LinearLearner(this, linear)
        : new MatrixLearner(this, matrix, MatrixKind.valueOf(model.name()));
  }

  String model() {
    return Names.of(model);
  }

  OptimizerName optimizer(OptimizerName usual) {
    return optimizer == null ? usual : optimizer;
  }

  long seed() {
    return seed;
  }

  int batch() {
    if (batch < 1) {
      throw new IllegalArgumentException("--batch must be 1 or more, not " + batch);
    }
    return batch;
  }

  int epochs(int usual) {
    int count = epochs == null ? usual : epochs;
    if (count < 1) {
      throw new IllegalArgumentException("cannot train for " + count + " epochs");
    }
    return count;
  }

  double l2(double usual) {
    return l2 == null ? usual : l2;
  }

  double l1(double usual) {
    return l1 == null ? usual : l1;
  }

  double tolerance(double usual) {
    return tolerance == null ? usual : tolerance;
  }

  boolean findsRate() {
    return rate.equals(AUTO);
  }

  /** As given. */
  String rateText() {
    return rate;
  }

  /** 1 if it has to be found. */
  double rate() {
    try {
      return findsRate() ? 1 : Double.parseDouble(rate);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--rate must be a number or auto, not " + rate, e);
    }
  }

  SyncOptions sync() {
    return sync;
  }

  LinearOptions linear() {
    return linear;
  }

  MatrixOptions matrix() {
    return matrix;
  }
}
