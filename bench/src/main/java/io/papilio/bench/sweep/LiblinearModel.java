package io.papilio.bench.sweep;

import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Loss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A model for two classes as LIBLINEAR writes it: lines of a header, then a weight a line.
 *
 * @param weights by feature, of the label that is larger
 * @param bias times the feature that it is the weight of
 */
record LiblinearModel(double[] weights, double bias) {

  static LiblinearModel read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file).stream().map(String::strip).toList();
    int first = lines.indexOf("w") + 1;
    double feature = field(lines, "bias")[0];
    double[] labels = field(lines, "label");
    double sign = labels[0] > labels[1] ? 1 : -1; // the first label is that of a margin above 0
    double[] all =
        lines.subList(first, lines.size()).stream()
            .mapToDouble(line -> sign * Double.parseDouble(line))
            .toArray();
    double[] weights = Arrays.copyOf(all, feature < 0 ? all.length : all.length - 1);
    return new LiblinearModel(weights, feature < 0 ? 0 : feature * all[all.length - 1]);
  }

  private static double[] field(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " "))
        .findFirst()
        .map(line -> line.substring(name.length() + 1).split(" "))
        .map(words -> Arrays.stream(words).mapToDouble(Double::parseDouble).toArray())
        .orElseThrow(() -> new IllegalArgumentException("not a model without a " + name));
  }

  /** Returns Σ log loss + ½ ‖w‖² over a file with the labels −1 and 1; the bias is free. */
  double objective(Path file) throws InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    double sum = 0;
    for (SparseRows rows :
        DataReader.read(List.of(file.toString()), DataReader.Options.of(threads)).blocks()) {
      for (int row = 0; row < rows.size(); row++) {
        sum += rows.weight(row) * Loss.LOGISTIC.value(margin(rows, row), rows.label(row));
      }
    }
    for (double weight : weights) {
      sum += weight * weight / 2;
    }
    return sum;
  }

  private double margin(SparseRows rows, int row) {
    double margin = bias;
    for (int entry = rows.start(row); entry < rows.end(row); entry++) {
      int feature = rows.indices()[entry];
      margin += feature < weights.length ? rows.values()[entry] * weights[feature] : 0;
    }
    return margin;
  }
}
