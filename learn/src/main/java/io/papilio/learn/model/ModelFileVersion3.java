package io.papilio.learn.model;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.Fields;
import io.papilio.learn.setting.Settings;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads what {@link ModelFile} wrote in version 3, in which each family had a format of its own.
 *
 * <pre>
 *   kind         text: LINEAR, SOFTMAX, DML or SPARSE_CODING
 *   features     as in version 4
 *
 *   LINEAR       loss (text), 2 labels (floats), size (int), bias (float), how many weights are not
 *                zero (int), then for each its feature (int) and value (float)
 *   others       labels (int: how many, then ints), J, D (ints), strength (double), matrix
 * </pre>
 */
final class ModelFileVersion3 {
  private static final String LINEAR = "LINEAR";
  private static final Map<String, String> STRENGTHS =
      Map.of("SOFTMAX", "l2", "DML", "dissimilar", "SPARSE_CODING", "l1");

  private ModelFileVersion3() {}

  static Learned learned(DataInputStream in) throws IOException {
    String kind = in.readUTF();
    Features features = ModelFile.unnamedFeatures(in);
    return kind.equals(LINEAR) ? linear(features, in) : matrix(kind, features, in);
  }

  private static String spelling(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Learned linear(Features features, DataInputStream in) throws IOException {
    Settings settings = Settings.NONE.with("loss", spelling(in.readUTF()));
    float negative = in.readFloat();
    float positive = in.readFloat();
    int size = in.readInt();
    float[] weights = new float[size + 1];
    weights[size] = in.readFloat();
    for (int left = in.readInt(); left > 0; left--) {
      int feature = in.readInt();
      weights[feature] = in.readFloat();
    }
    List<Float> labels = Float.isNaN(negative) ? List.of() : List.of(negative, positive);
    return new Learned("linear", settings, features, labels, 1, size + 1, weights);
  }

  private static Learned matrix(String kind, Features features, DataInputStream in)
      throws IOException {
    List<Float> labels = Fields.readAll(from -> (float) from.readInt(), in);
    int rows = in.readInt();
    int columns = in.readInt();
    Settings settings = Settings.NONE.with(STRENGTHS.get(kind), in.readDouble());
    float[] weights = ModelFile.matrix(rows, columns, in);
    return new Learned(spelling(kind), settings, features, labels, rows, columns, weights);
  }
}
