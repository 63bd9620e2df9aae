package io.papilio.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Scikit-learn: its logistic regression by L-BFGS, and its SGD.
 *
 * @param script bench/learn/sklearn_learners.py
 */
record Sklearn(Python python, Path script) implements Solver {
  private static final String VERSION = "import sklearn; print(sklearn.__version__)";

  static Optional<Sklearn> installed(Path script) throws InterruptedException {
    return Python.with(VERSION).map(python -> new Sklearn(python, script));
  }

  @Override
  public String name() {
    return "sklearn";
  }

  @Override
  public String title() {
    return "scikit-learn";
  }

  @Override
  public List<String> tolerances() {
    return List.of("10", "1", "1e-1", "1e-2", "1e-3", "1e-4", "1e-5", "1e-6");
  }

  @Override
  public List<String> command(Path data, String tolerance, Path model) {
    return command("logistic", data.toString(), tolerance, model.toString());
  }

  /** Times SGD, from memory. */
  List<String> sgd(Path data, int samples) {
    return command("sgd", data.toString(), LearnReport.SKLEARN_SGD, String.valueOf(samples));
  }

  private List<String> command(String what, String data, String third, String fourth) {
    return List.of(python.interpreter(), script.toString(), what, data, third, fourth);
  }

  @Override
  public double[] weights(Path model, int features) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(model)).order(ByteOrder.LITTLE_ENDIAN);
    double[] weights = new double[features + 1];
    int count = bytes.remaining() / Double.BYTES - 1;
    if (count < 0 || count > features) {
      throw new IllegalArgumentException(
          "%d bytes are no model of at most %d features".formatted(bytes.remaining(), features));
    }
    for (int i = 0; i < count; i++) {
      weights[i] = bytes.getDouble();
    }
    weights[features] = bytes.getDouble();
    return weights;
  }
}
