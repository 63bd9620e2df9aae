package io.papilio.bench;

import io.papilio.learn.train.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** {@code papilio train --optimizer lbfgs}. */
record PapilioSolver(Path root) implements Solver {
  @Override
  public String name() {
    return "papilio";
  }

  @Override
  public String title() {
    return "Papilio";
  }

  @Override
  public List<String> tolerances() {
    return List.of("1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "1e-10");
  }

  @Override
  public List<String> command(Path data, String tolerance, Path model) {
    return List.of(
        root.resolve("papilio").toString(),
        "train",
        "--data",
        data.toString(),
        "--optimizer",
        "lbfgs",
        "--l2",
        "1",
        "--epochs",
        "1000",
        "--tolerance",
        tolerance,
        "--out",
        model.toString());
  }

  @Override
  public double[] weights(Path model, int features) throws IOException {
    double[] read = LogisticFit.doubles(ModelFile.read(model).weights());
    double[] weights = Arrays.copyOf(read, features + 1);
    weights[read.length - 1] = 0;
    weights[features] = read[read.length - 1];
    return weights;
  }
}
