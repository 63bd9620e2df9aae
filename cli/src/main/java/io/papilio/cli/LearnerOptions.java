package io.papilio.cli;

import io.papilio.core.topology.Topology;
import io.papilio.learn.linear.Hybrid;
import io.papilio.learn.linear.Lbfgs;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Online;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.linear.Pegasos;
import io.papilio.learn.linear.Sgd;
import io.papilio.learn.linear.TunedSgd;
import io.papilio.learn.sync.Sync;
import io.papilio.learn.sync.SyncStrategy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is learned, and how. */
final class LearnerOptions {
  private static final String AUTO = "auto";

  @Option(
      names = "--loss",
      defaultValue = "logistic",
      description = "logistic, hinge, squared-hinge or squared (default: ${DEFAULT-VALUE}).")
  private Loss loss;

  @Option(
      names = "--optimizer",
      description =
          "sgd, pegasos, online, lbfgs or hybrid (default: hybrid; for the hinge loss pegasos).")
  private OptimizerName given;

  @Option(
      names = "--epochs",
      paramLabel = "E",
      description = {
        "Passes over the data (default: 5 for sgd and pegasos, 1 for online and hybrid);",
        "for lbfgs the most iterations (default: 100)."
      })
  private Integer epochs;

  @Option(
      names = "--iterations",
      paramLabel = "I",
      defaultValue = "30",
      description = "The most iterations of L-BFGS in hybrid (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Option(
      names = "--batch",
      paramLabel = "B",
      defaultValue = "16",
      description = "Examples of a worker in a step of sgd (default: ${DEFAULT-VALUE}).")
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
      description =
          "Adds L/2 times the squared norm of the weights (default: 1; 0 for online, as in VW).")
  private Double l2;

  @Option(
      names = "--l1",
      paramLabel = "L",
      defaultValue = "0",
      description =
          "Adds L times the sum of all |weight|, which makes many of them zero; not for sgd and"
              + " pegasos (default: ${DEFAULT-VALUE}).")
  private double l1;

  @Option(
      names = "--precondition",
      defaultValue = "none",
      description = "Steps of sgd: none or inverse-frequency (default: ${DEFAULT-VALUE}).")
  private Preconditioner precondition;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "L-BFGS ends when it gains less (default: 1e-4 for hybrid, 1e-6 for lbfgs).")
  private Double tolerance;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "For all that is random (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Mixin private SyncOptions sync;

  /** The optimizers there are, named as on the command line. */
  enum OptimizerName {
    SGD,
    PEGASOS,
    ONLINE,
    LBFGS,
    HYBRID;

    /** Whether its workers may average weights instead of adding up gradients. */
    boolean mixes() {
      return this == SGD || this == PEGASOS;
    }
  }

  /** By what steps are multiplied, feature by feature. */
  enum Preconditioner {
    NONE,
    INVERSE_FREQUENCY
  }

  private OptimizerName name() {
    if (given != null) {
      return given;
    }
    return loss == Loss.HINGE ? OptimizerName.PEGASOS : OptimizerName.HYBRID;
  }

  long seed() {
    return seed;
  }

  Objective objective() {
    return new Objective(loss, l2(), l1);
  }

  private double l2() {
    if (l2 != null) {
      return l2;
    }
    return name() == OptimizerName.ONLINE ? 0 : 1;
  }

  SyncOptions sync() {
    return sync;
  }

  /** Whether checkpoints are made: where workers are in step. */
  boolean isInStep() {
    return sync.of(name()).isInStep();
  }

  /** By which workers average with neighbours, if they do. */
  Optional<Topology> topology() {
    return sync.of(name()).strategy() instanceof SyncStrategy.Mixing mixing
        ? Optional.of(mixing.topology())
        : Optional.empty();
  }

  Optimizer optimizer() {
    Objective objective = objective();
    Sync how = sync.of(name());
    return switch (name()) {
      case SGD -> sgd(objective, how);
      case PEGASOS -> new Pegasos(objective, epochs(5), batch, seed, how);
      case ONLINE -> new Online(objective, epochs(1), seed);
      case LBFGS -> new Lbfgs(objective, epochs(100), tolerance(1e-6));
      case HYBRID ->
          new Hybrid(
              new Online(objective, epochs(1), seed),
              new Lbfgs(objective, iterations, tolerance(1e-4)));
    };
  }

  private Optimizer sgd(Objective objective, Sync how) {
    boolean auto = rate.equals(AUTO);
    double first = auto ? 1 : number("--rate", rate);
    boolean byFrequency = precondition == Preconditioner.INVERSE_FREQUENCY;
    Sgd sgd = new Sgd(objective, epochs(5), batch, first, byFrequency, seed, how);
    return auto ? new TunedSgd(sgd) : sgd;
  }

  /** About how often the curve gets a point. */
  long steps() {
    return switch (name()) {
      case SGD, PEGASOS -> 20L * epochs(5);
      case ONLINE -> 20L * epochs(1);
      case LBFGS -> epochs(100);
      case HYBRID -> 20L * epochs(1) + iterations;
    };
  }

  private int epochs(int usual) {
    int count = epochs == null ? usual : epochs;
    if (count < 1) {
      throw new IllegalArgumentException("cannot train for " + count + " epochs");
    }
    return count;
  }

  private double tolerance(double usual) {
    return tolerance == null ? usual : tolerance;
  }

  private static double number(String option, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " must be a number or auto, not " + text, e);
    }
  }

  /** All of them, as used. */
  Map<String, Object> describe() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("loss", Names.of(loss));
    all.put("optimizer", Names.of(name()));
    all.put("l2", l2());
    all.put("l1", l1);
    all.put("seed", seed);
    all.putAll(sync.describe(name()));
    if (name().mixes()) {
      all.put("batch", batch);
      all.put("epochs", epochs(5));
    }
    if (name() == OptimizerName.SGD) {
      all.put("rate", rate);
      all.put("precondition", Names.of(precondition));
    }
    if (name() == OptimizerName.ONLINE || name() == OptimizerName.HYBRID) {
      all.put("epochs", epochs(1));
    }
    if (name() == OptimizerName.LBFGS || name() == OptimizerName.HYBRID) {
      all.put("iterations", name() == OptimizerName.LBFGS ? epochs(100) : iterations);
      all.put("tolerance", tolerance(name() == OptimizerName.LBFGS ? 1e-6 : 1e-4));
    }
    return all;
  }
}
