package io.papilio.cli;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.matrix.Softmax;
import io.papilio.learn.matrix.SparseCoding;
import io.papilio.learn.metric.ClassMetrics;
import io.papilio.learn.metric.CodeMetrics;
import io.papilio.learn.metric.Neighbours;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** What a matrix model is worth on these rows; labels are numbers of classes. */
record MatrixVerdict(MatrixModel model, Shard rows) {
  private static final int FOLDS = 10;

  double meanLoss() {
    FactorModel factors = model.shape().model();
    Matrix matrix = model.matrix();
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      sum += block.weight(row) * factors.loss(block, row, matrix);
      weight += block.weight(row);
    }
    return sum / weight;
  }

  Map<String, Object> classes() {
    Softmax softmax = (Softmax) model.shape().model();
    Matrix matrix = model.matrix();
    float[] p = new float[model.shape().rows()];
    ClassMetrics metrics = new ClassMetrics();
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      softmax.probabilities(block, row, matrix, p);
      metrics.add(p, (int) block.label(row), block.weight(row));
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("loss", meanLoss());
    result.put("accuracy", metrics.accuracy());
    result.put("top5", metrics.topAccuracy());
    return result;
  }

  Map<String, Object> codes() {
    SparseCoding coding = (SparseCoding) model.shape().model();
    Matrix matrix = model.matrix();
    float[] code = new float[model.shape().columns()];
    float[] restored = new float[model.shape().rows()];
    CodeMetrics metrics = new CodeMetrics();
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      coding.encode(block, row, matrix, code);
      matrix.times(code, restored);
      metrics.add(dense(block, row), restored, code, block.weight(row));
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("loss", metrics.error() + model.shape().strength() * metrics.length());
    result.put("reconstruction", metrics.relativeError());
    result.put("nonZeros", metrics.density());
    return result;
  }

  private float[] dense(SparseRows block, int row) {
    float[] values = new float[model.shape().rows()];
    for (int i = block.start(row); i < block.end(row); i++) {
      if (block.indices()[i] < values.length) {
        values[block.indices()[i]] = block.values()[i];
      }
    }
    return values;
  }

  /** How often the nearest of these, whose classes are known, tell the class of a row. */
  double neighbours(Shard known, int count) {
    return new Neighbours(projected(known, all(known)), classes(known, all(known)), count)
        .accuracy(projected(rows, all(rows)), classes(rows, all(rows)));
  }

  /** The same among themselves: each tenth is told by the others. */
  double neighbours(int count) {
    int folds = Math.min(FOLDS, rows.size());
    double right = 0;
    for (int fold = 0; fold < folds; fold++) {
      int own = fold;
      int[] asked = IntStream.range(0, rows.size()).filter(i -> i % folds == own).toArray();
      int[] others = IntStream.range(0, rows.size()).filter(i -> i % folds != own).toArray();
      right +=
          asked.length
              * new Neighbours(projected(rows, others), classes(rows, others), count)
                  .accuracy(projected(rows, asked), classes(rows, asked));
    }
    return right / rows.size();
  }

  private static int[] all(Shard some) {
    return IntStream.range(0, some.size()).toArray();
  }

  private float[] projected(Shard some, int[] numbers) {
    int dimensions = model.shape().rows();
    Matrix matrix = model.matrix();
    float[] points = new float[Matrix.length(dimensions, Math.max(1, numbers.length))];
    float[] point = new float[dimensions];
    for (int i = 0; i < numbers.length; i++) {
      matrix.times(some.block(numbers[i]), some.row(numbers[i]), point);
      System.arraycopy(point, 0, points, i * dimensions, dimensions);
    }
    return points;
  }

  private static int[] classes(Shard some, int[] numbers) {
    return IntStream.of(numbers).map(i -> (int) some.block(i).label(some.row(i))).toArray();
  }
}
