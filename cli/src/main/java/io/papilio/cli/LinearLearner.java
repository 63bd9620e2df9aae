package io.papilio.cli;

import io.papilio.cli.LearnerOptions.OptimizerName;
import io.papilio.cli.LinearOptions.Preconditioner;
import io.papilio.core.topology.Topology;
import io.papilio.learn.data.TopicGenerator;
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
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How linear models are learned. */
record LinearLearner(LearnerOptions all, LinearOptions own) implements Learner {

  private OptimizerName name() {
    return all.optimizer(own.loss() == Loss.HINGE ? OptimizerName.PEGASOS : OptimizerName.HYBRID);
  }

  Objective objective() {
    return new Objective(own.loss(), l2(), all.l1(0));
  }

  private double l2() {
    return all.l2(name() == OptimizerName.ONLINE ? 0 : 1);
  }

  @Override
  public void check() {
    all.matrix().requireNoneOfMatrices(all.model());
    optimizer();
  }

  @Override
  public boolean needsLabels() {
    return true;
  }

  @Override
  public boolean isInStep() {
    return all.sync().of(name()).isInStep();
  }

  @Override
  public List<String> usualSyncs() {
    return List.of("allreduce", "butterfly", "expander", "periodic", "none");
  }

  @Override
  public void checkSync(String sync) throws IOException {
    SyncStrategy.parse(sync);
  }

  @Override
  public void checkWorkers(int workers) {
    topology().ifPresent(mixed -> mixed.sendTo(0, workers, 0));
  }

  @Override
  public Optional<Topology> topology() {
    return all.sync().of(name()).strategy() instanceof SyncStrategy.Mixing mixing
        ? Optional.of(mixing.topology())
        : Optional.empty();
  }

  Optimizer optimizer() {
    Objective objective = objective();
    Sync how = all.sync().of(name());
    return switch (name()) {
      case SGD -> sgd(objective, how);
      case PEGASOS -> new Pegasos(objective, all.epochs(5), all.batch(), all.seed(), how);
      case ONLINE -> new Online(objective, all.epochs(1), all.seed());
      case LBFGS -> new Lbfgs(objective, all.epochs(100), all.tolerance(1e-6));
      case HYBRID ->
          new Hybrid(
              new Online(objective, all.epochs(1), all.seed()),
              new Lbfgs(objective, own.iterations(), all.tolerance(1e-4)));
      case SDCA -> throw new IllegalArgumentException("sdca is for --model softmax");
    };
  }

  private Optimizer sgd(Objective objective, Sync how) {
    boolean byFrequency = own.precondition() == Preconditioner.INVERSE_FREQUENCY;
    Sgd sgd =
        new Sgd(objective, all.epochs(5), all.batch(), all.rate(), byFrequency, all.seed(), how);
    return all.findsRate() ? new TunedSgd(sgd) : sgd;
  }

  @Override
  public long steps() {
    return switch (name()) {
      case SGD, PEGASOS, SDCA -> 20L * all.epochs(5);
      case ONLINE -> 20L * all.epochs(1);
      case LBFGS -> all.epochs(100);
      case HYBRID -> 20L * all.epochs(1) + own.iterations();
    };
  }

  @Override
  public Map<String, Object> describe() {
    OptimizerName name = name();
    Map<String, Object> used = new LinkedHashMap<>();
    used.put("loss", Names.of(own.loss()));
    used.put("optimizer", Names.of(name));
    used.put("l2", l2());
    used.put("l1", all.l1(0));
    used.put("seed", all.seed());
    used.putAll(all.sync().describe(name));
    if (name.mixes()) {
      used.put("batch", all.batch());
      used.put("epochs", all.epochs(5));
    }
    if (name == OptimizerName.SGD) {
      used.put("rate", all.rateText());
      used.put("precondition", Names.of(own.precondition()));
    }
    if (name == OptimizerName.ONLINE || name == OptimizerName.HYBRID) {
      used.put("epochs", all.epochs(1));
    }
    if (name == OptimizerName.LBFGS || name == OptimizerName.HYBRID) {
      boolean alone = name == OptimizerName.LBFGS;
      used.put("iterations", alone ? all.epochs(100) : own.iterations());
      used.put("tolerance", all.tolerance(alone ? 1e-6 : 1e-4));
    }
    return used;
  }

  @Override
  public MadeUp madeUp() {
    return new MadeUp(new TopicGenerator(all.seed()), 20_000, 5_000);
  }

  @Override
  public Training training(TrainOptions.Loaded loaded, double holdOut) {
    return LinearTraining.of(this, loaded, holdOut);
  }
}
