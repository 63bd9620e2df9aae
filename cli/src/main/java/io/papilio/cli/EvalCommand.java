package io.papilio.cli;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Model;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.metric.Neighbours;
import io.papilio.learn.train.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code papilio eval}: what a model is worth. */
@Command(
    name = "eval",
    description = {
      "Judge a model by examples whose labels are known.",
      "",
      "A linear model or softmax by loss and accuracy; a distance of dml by pairs of the examples,"
          + " and by how often those next to an example tell its class; a dictionary of"
          + " sparse-coding by its objective, how well it restores the examples and how sparse the"
          + " codes are.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio eval --model-file model.papilio --data test.svm",
      "  papilio eval --model-file metric.papilio --data test.svm --reference train.svm"
    })
final class EvalCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Mixin private ModelOptions options;

  @Option(
      names = "--neighbours",
      paramLabel = "K",
      description = "Of dml: the K nearest tell the class of an example (default: 5).")
  private Integer neighbours;

  @Option(
      names = "--reference",
      paramLabel = "F",
      arity = "1..*",
      description = {
        "Of dml: examples whose classes are known, such as those it learned from (default: each",
        "tenth of --data is told by the rest)."
      })
  private List<String> reference = List.of();

  @Override
  public Integer call() throws Exception {
    output.check();
    Model model = options.model();
    check(model);
    long start = System.nanoTime();
    DataReader.Loaded loaded = options.read(model);
    double loading = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Map<String, Object> result = new LinkedHashMap<>(judge(model, loaded.blocks()));
    result.put("examples", loaded.blocks().stream().mapToInt(SparseRows::size).sum());
    result.put("loadSeconds", loading);
    result.put("evalSeconds", (System.nanoTime() - start) / 1e9);
    result.put("badLines", loaded.badLines());
    output.json(result);
    Table table = new Table("", ">");
    result.forEach((name, value) -> table.add(name, value == null ? "-" : value));
    output.print(table.toString().strip());
    return 0;
  }

  private Map<String, Object> judge(Model model, List<SparseRows> blocks)
      throws InterruptedException {
    if (model instanceof LinearModel linear) {
      return Verdict.of(linear, Dataset.labelled(blocks, linear));
    }
    MatrixModel matrix = (MatrixModel) model;
    Shard rows = Verdict.labelled(blocks, matrix);
    if (matrix.shape().kind() != MatrixKind.DML) {
      return Verdict.of(matrix, rows);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.putAll(Verdict.of(matrix, Verdict.pairs(rows)));
    MatrixVerdict verdict = new MatrixVerdict(matrix, rows);
    int count = neighbours == null ? Neighbours.USUAL : neighbours;
    result.put(
        "accuracy",
        reference.isEmpty() ? verdict.neighbours(count) : verdict.neighbours(known(matrix), count));
    return result;
  }

  private Shard known(MatrixModel model) throws InterruptedException {
    return Verdict.labelled(options.read(reference, model).blocks(), model);
  }

  private void check(Model model) {
    boolean metric = model instanceof MatrixModel matrix && matrix.shape().kind() == MatrixKind.DML;
    if (!metric && (neighbours != null || !reference.isEmpty())) {
      throw new IllegalArgumentException("--neighbours and --reference are for models of dml");
    }
    if (neighbours != null && neighbours < 1) {
      throw new IllegalArgumentException("--neighbours must be 1 or more, not " + neighbours);
    }
  }
}
