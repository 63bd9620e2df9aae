package io.papilio.cli;

import io.papilio.cli.LearnerOptions.OptimizerName;
import io.papilio.core.price.LinkModel;
import io.papilio.core.topology.Topology;
import io.papilio.learn.data.ClassesGenerator;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.matrix.FactorSgd;
import io.papilio.learn.matrix.FactorSync;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.matrix.PartsGenerator;
import io.papilio.learn.matrix.Rate;
import io.papilio.learn.matrix.Sdca;
import io.papilio.learn.matrix.TunedFactorSgd;
import io.papilio.runtime.mix.Consistency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How matrix models are learned. */
record MatrixLearner(LearnerOptions all, MatrixOptions own, MatrixKind kind) implements Learner {

  boolean isDual() {
    return all.optimizer(OptimizerName.SGD) == OptimizerName.SDCA;
  }

  @Override
  public void check() {
    all.linear().requireNone(all.model());
    if (kind != MatrixKind.DML) {
      own.requireNoneOfMetrics(all.model());
    }
    if (kind != MatrixKind.SPARSE_CODING) {
      own.requireNoneOfDictionaries(all.model());
    }
    require(kind == MatrixKind.SOFTMAX || all.l2(0) == 0, "--l2 is for linear models and softmax");
    require(
        kind == MatrixKind.SPARSE_CODING || all.l1(0) == 0,
        "--l1 is for linear models and sparse-coding");
    OptimizerName name = all.optimizer(OptimizerName.SGD);
    boolean dual = name == OptimizerName.SDCA;
    require(
        name == OptimizerName.SGD || dual && kind == MatrixKind.SOFTMAX,
        "%s cannot be learned by %s, only by sgd%s"
            .formatted(all.model(), Names.of(name), kind == MatrixKind.SOFTMAX ? " or sdca" : ""));
    if (dual) {
      own.requireNoSchedule("sdca has no steps to make shorter: --schedule is for sgd");
    }
    require(!dual || all.findsRate(), "sdca finds its steps by itself: --rate is for sgd");
    require(
        dual || Double.isNaN(all.tolerance(Double.NaN)),
        "sgd does not know how near it is: --tolerance is for sdca");
    require(!dual || strength() > 0, "sdca needs --l2 above 0: without it there is no dual");
    require(!dual || !all.sync().shrinks(), "--on-failure shrink is for sgd, not for sdca");
    optimizer(LinkModel.inproc(), 1, new MatrixModel.Shape(kind, 2, 2, strength()));
    own.pairs(1);
    own.dimensions();
    own.atoms();
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** What {@link MatrixKind} wants to know. */
  double strength() {
    double strength =
        switch (kind) {
          case SOFTMAX -> all.l2(1);
          case DML -> own.dissimilar();
          case SPARSE_CODING -> all.l1(0.1);
        };
    require(
        strength >= 0 && strength < Double.POSITIVE_INFINITY,
        "--l2 and --l1 must be 0 or more, not " + strength);
    return strength;
  }

  private String strengthName() {
    return switch (kind) {
      case SOFTMAX -> "l2";
      case DML -> "dissimilar";
      case SPARSE_CODING -> "l1";
    };
  }

  /** Rows of the matrix that the data say nothing about, or columns. */
  int given() {
    return kind == MatrixKind.DML ? own.dimensions() : own.atoms();
  }

  int pairs(int examples) {
    return own.pairs(examples);
  }

  long seed() {
    return all.seed();
  }

  private FactorSync sync(LinkModel link) {
    return all.sync().factors(link);
  }

  @Override
  public boolean needsLabels() {
    return kind != MatrixKind.SPARSE_CODING;
  }

  @Override
  public boolean isInStep() {
    return sync(LinkModel.inproc()).isInStep();
  }

  @Override
  public List<String> usualSyncs() {
    return List.of("factors", "full-matrix", "server");
  }

  @Override
  public void checkSync(String sync) {
    FactorSync.parse(sync, new Consistency.Bsp(), LinkModel.inproc());
  }

  @Override
  public void checkWorkers(int workers) {
    if (sync(LinkModel.inproc()) instanceof FactorSync.Broadcast broadcast) {
      broadcast.topology().sendTo(0, workers, 0);
    }
  }

  @Override
  public List<String> warnings() {
    return own.schedule().kind() == Rate.Kind.ADAGRAD && !isInStep()
        ? List.of(
            "with --schedule adagrad under ssp and asp workers drift apart, since each scales its"
                + " steps by what it has heard so far; they do not with bsp or another schedule")
        : List.of();
  }

  @Override
  public Optional<Topology> topology() {
    return Optional.empty(); // nothing is averaged
  }

  Optimizer optimizer(LinkModel link, int workers, MatrixModel.Shape shape) {
    if (isDual()) {
      return sdca(link, shape);
    }
    FactorSgd sgd = sgd(link, workers, shape);
    return all.findsRate() ? new TunedFactorSgd(sgd) : sgd;
  }

  /** What one of so many workers needs to learn from so many rows. */
  long memoryBytes(int workers, MatrixModel.Shape shape, int rows) {
    LinkModel link = LinkModel.inproc();
    return isDual()
        ? sdca(link, shape).memoryBytes(workers, rows)
        : sgd(link, workers, shape).memoryBytes(workers);
  }

  private Sdca sdca(LinkModel link, MatrixModel.Shape shape) {
    return new Sdca(
        shape.rows(),
        shape.columns() - 1,
        shape.strength(),
        epochs(),
        all.batch(),
        all.tolerance(1e-3),
        all.seed(),
        sync(link));
  }

  private FactorSgd sgd(LinkModel link, int workers, MatrixModel.Shape shape) {
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / workers);
    Rate rate = new Rate(own.schedule().kind(), all.rate());
    return new FactorSgd(
        shape::model, epochs(), all.batch(), rate, all.seed(), sync(link), threads);
  }

  /** Pairs are drawn at will: new ones teach more than the same ones again. */
  private int epochs() {
    return all.epochs(isDual() ? 100 : kind == MatrixKind.DML ? 1 : 5);
  }

  @Override
  public long steps() {
    return 20L * epochs();
  }

  @Override
  public Map<String, Object> describe() {
    Map<String, Object> used = new LinkedHashMap<>();
    used.put("optimizer", Names.of(all.optimizer(OptimizerName.SGD)));
    used.put(strengthName(), strength());
    used.put("seed", all.seed());
    used.putAll(all.sync().describe(sync(LinkModel.inproc())));
    used.put("batch", all.batch());
    used.put("epochs", epochs());
    if (isDual()) {
      used.put("tolerance", all.tolerance(1e-3));
    } else {
      used.put("rate", all.rateText());
      used.put("schedule", Names.of(own.schedule()));
    }
    if (kind == MatrixKind.DML) {
      used.put("dimensions", own.dimensions());
      used.put("pairs", own.pairs());
    }
    if (kind == MatrixKind.SPARSE_CODING) {
      used.put("atoms", own.atoms());
    }
    return used;
  }

  @Override
  public MadeUp madeUp() {
    return kind == MatrixKind.SPARSE_CODING
        ? new MadeUp(new PartsGenerator(all.seed(), 32, 64), 2_000, 500)
        : new MadeUp(new ClassesGenerator(all.seed()), 20_000, 5_000);
  }

  @Override
  public Training training(TrainOptions.Loaded loaded, double holdOut) {
    return MatrixTraining.of(this, loaded, holdOut);
  }
}
