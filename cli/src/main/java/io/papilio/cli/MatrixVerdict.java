package io.papilio.cli;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.matrix.Softmax;
import io.papilio.learn.matrix.SparseCoding;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a matrix model is worth, each example counted as often as its weight says. */
final class MatrixVerdict {
  private static final int FEW = 5;

  private MatrixVerdict() {}

  static double meanLoss(MatrixModel model, Shard rows) {
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

  /** Labels are numbers of classes. */
  static Map<String, Object> classes(MatrixModel model, Shard rows) {
    Softmax softmax = (Softmax) model.shape().model();
    Matrix matrix = model.matrix();
    float[] p = new float[model.shape().rows()];
    double right = 0;
    double near = 0;
    double weight = 0;
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      softmax.probabilities(block, row, matrix, p);
      int rank = rank(p, (int) block.label(row));
      right += rank == 0 ? block.weight(row) : 0;
      near += rank < FEW ? block.weight(row) : 0;
      weight += block.weight(row);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("loss", meanLoss(model, rows));
    result.put("accuracy", right / weight);
    result.put("top5", near / weight);
    return result;
  }

  /** How many are likelier; of equals the first counts as likeliest, as in predict. */
  private static int rank(float[] p, int label) {
    int before = 0;
    for (int j = 0; j < p.length; j++) {
      before += p[j] > p[label] || p[j] == p[label] && j < label ? 1 : 0;
    }
    return before;
  }

  static Map<String, Object> codes(MatrixModel model, Shard rows) {
    SparseCoding coding = (SparseCoding) model.shape().model();
    Matrix matrix = model.matrix();
    float[] code = new float[model.shape().columns()];
    double loss = meanLoss(model, rows);
    double absolute = 0;
    double used = 0;
    double weight = 0;
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      coding.encode(block, row, matrix, code);
      for (float value : code) {
        absolute += block.weight(row) * Math.abs(value);
        used += value == 0 ? 0 : block.weight(row);
      }
      weight += block.weight(row);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("loss", loss);
    result.put("reconstruction", 2 * (loss - model.shape().strength() * absolute / weight));
    result.put("nonZeros", used / weight / code.length);
    return result;
  }
}
