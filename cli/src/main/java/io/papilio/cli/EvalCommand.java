package io.papilio.cli;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Model;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.train.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code papilio eval}: what a model is worth. */
@Command(
    name = "eval",
    description = {"Judge a model by examples whose labels are known.", ""},
    footer = {"", "Example:", "  papilio eval --model-file model.papilio --data test.svm"})
final class EvalCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Mixin private ModelOptions options;

  @Override
  public Integer call() throws Exception {
    output.check();
    Model model = options.model();
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

  private static Map<String, Object> judge(Model model, List<SparseRows> blocks) {
    if (model instanceof LinearModel linear) {
      return Verdict.of(linear, Dataset.labelled(blocks, linear));
    }
    MatrixModel matrix = (MatrixModel) model;
    return Verdict.of(
        matrix,
        Shard.of(
            blocks.stream()
                .map(rows -> matrix.classes().map(classes -> classes.map(rows)).orElse(rows))
                .toList()));
  }
}
