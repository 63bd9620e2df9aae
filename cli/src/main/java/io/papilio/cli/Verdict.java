package io.papilio.cli;

import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.matrix.Differences;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.metric.Metrics;
import io.papilio.learn.metric.Scores;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a model is worth on rows whose labels are as it wants them, for JSON. */
final class Verdict {
  /** How people call what JSON calls so, in this order. */
  static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("loss", "loss");
    NAMES.put("accuracy", "accuracy");
    NAMES.put("top5", "among the best 5");
    NAMES.put("auc", "auROC");
    NAMES.put("auPrc", "auPRC");
    NAMES.put("reconstruction", "reconstruction error");
    NAMES.put("nonZeros", "share of non-zeros");
  }

  private static final long PAIRS = 3; // a seed of its own

  private Verdict() {}

  static Map<String, Object> of(LinearModel model, Shard rows) {
    Scores scores = new Scores();
    for (int i = 0; i < rows.size(); i++) {
      SparseRows block = rows.block(i);
      int row = rows.row(i);
      scores.add((float) model.margin(block, row), block.label(row), block.weight(row));
    }
    Metrics metrics = Metrics.of(scores, model.loss());
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("loss", metrics.loss());
    result.put("accuracy", metrics.accuracy().orElse(Double.NaN));
    result.put("auc", metrics.auRoc().orElse(Double.NaN));
    result.put("auPrc", metrics.auPrc().orElse(Double.NaN));
    return result;
  }

  /** Of dml, rows are pairs of examples. */
  static Map<String, Object> of(MatrixModel model, Shard rows) {
    MatrixVerdict verdict = new MatrixVerdict(model, rows);
    return switch (model.shape().kind()) {
      case SOFTMAX -> verdict.classes();
      case DML -> Map.of("loss", verdict.meanLoss());
      case SPARSE_CODING -> verdict.codes();
    };
  }

  /** Rows with the numbers of their classes as labels, if the model knows any. */
  static Shard labelled(List<SparseRows> blocks, MatrixModel model) {
    return Shard.of(model.classes().map(classes -> classes.map(blocks)).orElse(blocks));
  }

  /** By which a distance is judged: as many as examples, and the same each time. */
  static Shard pairs(Shard examples) {
    return examples.size() == 0
        ? examples
        : Shard.of(List.of(new Differences(examples, PAIRS).rows(0, examples.size())));
  }
}
