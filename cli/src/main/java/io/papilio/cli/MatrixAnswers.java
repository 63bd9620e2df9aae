package io.papilio.cli;

import io.papilio.cli.Answers.Kind;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.Classes;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.matrix.Softmax;
import io.papilio.learn.matrix.SparseCoding;
import java.util.Optional;

/** What a matrix model says of an example. */
final class MatrixAnswers {
  private final MatrixModel model;
  private final FactorModel factors;
  private final Matrix matrix;
  private final float[] said;

  private MatrixAnswers(MatrixModel model) {
    this.model = model;
    this.factors = model.shape().model();
    this.matrix = model.matrix();
    this.said = new float[Math.max(model.shape().rows(), model.shape().columns())];
  }

  static Answers by(MatrixModel model, Optional<Kind> wanted) {
    MatrixAnswers answers = new MatrixAnswers(model);
    return switch (model.shape().kind()) {
      case SOFTMAX ->
          switch (wanted.orElse(Kind.LABEL)) {
            case LABEL -> answers::label;
            case PROBABILITY -> answers::probabilities;
            case MARGIN -> answers::margins;
            default -> throw Answers.refusal(wanted.get(), "softmax", "label, probability, margin");
          };
      case DML -> {
        require(wanted, Kind.PROJECTION, "dml");
        yield answers::projection;
      }
      case SPARSE_CODING -> {
        require(wanted, Kind.CODE, "sparse-coding");
        yield answers::code;
      }
    };
  }

  private static void require(Optional<Kind> wanted, Kind only, String model) {
    if (wanted.isPresent() && wanted.get() != only) {
      throw Answers.refusal(wanted.get(), model, Names.of(only));
    }
  }

  private String label(SparseRows rows, int row) {
    multiply(rows, row);
    int best = 0;
    for (int j = 1; j < model.shape().rows(); j++) {
      best = said[j] > said[best] ? j : best;
    }
    Classes classes = model.classes().orElseThrow();
    return Integer.toString(classes.original(best));
  }

  private String margins(SparseRows rows, int row) {
    multiply(rows, row);
    return joined(model.shape().rows());
  }

  private void multiply(SparseRows rows, int row) {
    matrix.times(rows, row, said);
    matrix.addColumn(model.shape().columns() - 1, 1, said);
  }

  private String probabilities(SparseRows rows, int row) {
    float[] p = new float[model.shape().rows()];
    ((Softmax) factors).probabilities(rows, row, matrix, p);
    System.arraycopy(p, 0, said, 0, p.length);
    return joined(p.length);
  }

  private String projection(SparseRows rows, int row) {
    matrix.times(rows, row, said);
    return joined(model.shape().rows());
  }

  /** As LIBSVM writes vectors: atoms are numbered from 1. */
  private String code(SparseRows rows, int row) {
    ((SparseCoding) factors).encode(rows, row, matrix, said);
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < model.shape().columns(); d++) {
      if (said[d] != 0) {
        text.append(text.isEmpty() ? "" : " ").append(d + 1).append(':').append(said[d]);
      }
    }
    return text.toString();
  }

  private String joined(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(said[i]);
    }
    return text.toString();
  }
}
