package io.papilio.cli;

import io.papilio.core.price.LinkModel;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Optimizer;
import io.papilio.learn.matrix.Classes;
import io.papilio.learn.matrix.Differences;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.matrix.MatrixModel.Shape;
import io.papilio.learn.train.Dataset;
import io.papilio.learn.train.Goal;
import io.papilio.learn.train.MatrixGoal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Data for a matrix model, and where it begins.
 *
 * @param dataset of dml, pairs of examples
 */
record MatrixTraining(
    MatrixLearner learner,
    Dataset dataset,
    Shape shape,
    Optional<Classes> classes,
    TrainOptions.Loaded loaded)
    implements Training {
  /** To find the code of a row takes as long as many others take. */
  private static final int MOST_CODES = 500;

  private static final int BLOCK = 10_000; // of pairs

  static MatrixTraining of(MatrixLearner learner, TrainOptions.Loaded loaded, double holdOut) {
    MatrixKind kind = learner.kind();
    Optional<MatrixModel> from = from(loaded, kind);
    Optional<Classes> classes =
        kind.hasClasses() ? Optional.of(Classes.of(loaded.rows())) : Optional.empty();
    if (from.isPresent() && !from.get().classes().equals(classes)) {
      throw new IllegalArgumentException("the model of --from has other classes than these data");
    }
    Dataset examples =
        Dataset.of(
                mapped(loaded.rows(), classes, "--data"), mapped(loaded.test(), classes, "--test"))
            .holdOut(holdOut);
    int features =
        Math.max(from.map(model -> model.shape().knownFeatures()).orElse(0), examples.features());
    Shape shape =
        switch (kind) {
          case SOFTMAX ->
              new Shape(kind, classes.orElseThrow().count(), features + 1, learner.strength());
          case DML -> new Shape(kind, learner.given(), features, learner.strength());
          case SPARSE_CODING -> new Shape(kind, features, learner.given(), learner.strength());
        };
    requireSameSize(from, shape);
    Dataset dataset = kind == MatrixKind.DML ? pairs(learner, examples) : examples;
    return new MatrixTraining(learner, dataset, shape, classes, loaded);
  }

  private static Optional<MatrixModel> from(TrainOptions.Loaded loaded, MatrixKind kind) {
    Optional<MatrixModel> from = loaded.from(MatrixModel.class, Names.of(kind));
    from.ifPresent(model -> TrainOptions.requireKind(model.shape().kind() == kind, Names.of(kind)));
    return from;
  }

  private static void requireSameSize(Optional<MatrixModel> from, Shape shape) {
    Shape before = from.map(MatrixModel::shape).orElse(shape);
    boolean same =
        switch (shape.kind()) {
          case SOFTMAX -> true; // it has the same classes
          case DML -> before.rows() == shape.rows();
          case SPARSE_CODING -> before.columns() == shape.columns();
        };
    if (!same) {
      throw new IllegalArgumentException(
          "the model of --from has other --dimensions or --atoms: it is " + from.get());
    }
  }

  private static List<SparseRows> mapped(
      List<SparseRows> blocks, Optional<Classes> classes, String source) {
    try {
      return classes.map(some -> some.map(blocks)).orElse(blocks);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
    }
  }

  /** Of examples to learn from, held out, and to judge by: each among themselves. */
  private static Dataset pairs(MatrixLearner learner, Dataset examples) {
    int count = learner.pairs(examples.rows().size());
    Room.require(Differences.bytes(examples.rows(), count), count + " pairs of examples");
    return new Dataset(
        Shard.of(blocks(new Differences(examples.rows(), learner.seed()), count)),
        Verdict.pairs(examples.heldOut()),
        Verdict.pairs(examples.test()),
        examples.features(),
        Float.NaN,
        Float.NaN);
  }

  private static List<SparseRows> blocks(Generator generator, int rows) {
    return IntStream.range(0, (rows + BLOCK - 1) / BLOCK)
        .parallel()
        .mapToObj(i -> generator.rows(i * BLOCK, Math.min(BLOCK, rows - i * BLOCK)))
        .toList();
  }

  @Override
  public Shard sample() {
    return learner.kind() == MatrixKind.SPARSE_CODING
        ? dataset.sample(MOST_CODES)
        : dataset.sample();
  }

  @Override
  public float[] first() {
    FactorModel model = shape.model();
    float[] weights = new float[Matrix.length(shape.rows(), shape.columns())];
    if (loaded.from().isEmpty()) {
      model.start(Matrix.of(model, weights), new SplittableRandom(learner.seed()));
    } else {
      copy((MatrixModel) loaded.from().get(), weights);
    }
    return weights;
  }

  /** What the model of --from knows; the bias of softmax stays the last column. */
  private void copy(MatrixModel from, float[] weights) {
    int free = shape.model().freeColumns();
    for (int column = 0; column < from.shape().columns(); column++) {
      boolean last = column >= from.shape().columns() - free;
      int to = last ? column + shape.columns() - from.shape().columns() : column;
      System.arraycopy(
          from.weights(),
          column * from.shape().rows(),
          weights,
          to * shape.rows(),
          from.shape().rows());
    }
  }

  @Override
  public Goal goal() {
    return new MatrixGoal(shape.model());
  }

  @Override
  public Optimizer optimizer(LinkModel link, int workers) {
    return learner.optimizer(link, workers, shape);
  }

  @Override
  public MatrixModel model(float[] weights) {
    return new MatrixModel(shape, weights, classes, features());
  }

  private Features features() {
    return loaded.features();
  }

  @Override
  public Map<String, Object> judge(float[] weights) {
    return Verdict.of(model(weights), dataset.judged());
  }

  @Override
  public long memoryBytes(int workers) {
    long snapshot = 4L * Matrix.length(shape.rows(), shape.columns());
    return learner.memoryBytes(workers, shape, dataset.rows().size()) + snapshot;
  }
}
