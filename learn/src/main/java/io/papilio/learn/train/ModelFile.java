package io.papilio.learn.train;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Model;
import io.papilio.learn.matrix.Classes;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.MatrixKind;
import io.papilio.learn.matrix.MatrixModel;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A model in a file.
 *
 * <pre>
 *   "PAPILIOM"   8 bytes
 *   version      int, 3; files of other versions are refused
 *   kind         text: LINEAR, SOFTMAX, DML or SPARSE_CODING
 *   bits         int: features are hashed to so many bits, 0 if they are not
 *   interactions int: how many, then as many texts
 *   columns      int: how many, 0 if it did not learn from CSV; then as many texts, the names of
 *                columns: of the label, then of the features
 *
 *   LINEAR
 *   loss         text: its name
 *   labels       2 floats: negative, positive
 *   size         int: how many features
 *   bias         float
 *   weights      int: how many are not zero; then for each an int, its feature, and a float
 *
 *   SOFTMAX, DML, SPARSE_CODING: a matrix of J rows, D columns
 *   labels       int: how many classes, 0 if it knows none; then as many ints, growing
 *   J, D         2 ints: classes and features + 1; dimensions and features; features and atoms
 *   strength     double: l2; the weight of dissimilar pairs; l1
 *   matrix       int: how many columns are not all zero; then for each an int, its number, and J
 *                floats
 *
 *   checksum     long: CRC32C of all before it
 * </pre>
 *
 * Numbers are big-endian, texts are a short length and modified UTF-8, as {@link DataOutputStream}
 * writes them. A file is written whole or not at all.
 */
public final class ModelFile {
  private static final SealedFile KIND =
      new SealedFile(0x504150494C494F4DL, 3, "model"); // PAPILIOM

  private static final String LINEAR = "LINEAR";

  private ModelFile() {}

  public static void write(Model model, Path file) throws IOException {
    KIND.write(file, out -> write(model, out));
  }

  private static void write(Model model, DataOutputStream out) throws IOException {
    if (model instanceof LinearModel linear) {
      writeHead(LINEAR, model.features(), out);
      writeLinear(linear, out);
    } else if (model instanceof MatrixModel matrix) {
      writeHead(matrix.shape().kind().name(), model.features(), out);
      writeMatrix(matrix, out);
    } else {
      throw new IllegalArgumentException("no file has room for " + model);
    }
  }

  private static void writeHead(String kind, Features features, DataOutputStream out)
      throws IOException {
    out.writeUTF(kind);
    out.writeInt(features.bits());
    writeTexts(features.interactions(), out);
    writeTexts(Columns.names(features.columns()), out);
  }

  private static void writeLinear(LinearModel model, DataOutputStream out) throws IOException {
    out.writeUTF(model.loss().name());
    out.writeFloat(model.negative());
    out.writeFloat(model.positive());
    out.writeInt(model.size());
    out.writeFloat(model.bias());
    int count = 0;
    for (int i = 0; i < model.size(); i++) {
      count += model.weights()[i] != 0 ? 1 : 0;
    }
    out.writeInt(count);
    for (int i = 0; i < model.size(); i++) {
      if (model.weights()[i] != 0) {
        out.writeInt(i);
        out.writeFloat(model.weights()[i]);
      }
    }
  }

  private static void writeMatrix(MatrixModel model, DataOutputStream out) throws IOException {
    List<Integer> labels = model.classes().map(Classes::labels).orElse(List.of());
    out.writeInt(labels.size());
    for (int label : labels) {
      out.writeInt(label);
    }
    int rows = model.shape().rows();
    int columns = model.shape().columns();
    out.writeInt(rows);
    out.writeInt(columns);
    out.writeDouble(model.shape().strength());
    int count = 0;
    for (int column = 0; column < columns; column++) {
      count += isZero(model.weights(), column * rows, rows) ? 0 : 1;
    }
    out.writeInt(count);
    for (int column = 0; column < columns; column++) {
      if (!isZero(model.weights(), column * rows, rows)) {
        out.writeInt(column);
        for (int row = 0; row < rows; row++) {
          out.writeFloat(model.weights()[column * rows + row]);
        }
      }
    }
  }

  private static boolean isZero(float[] values, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (values[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * @throws DataException if it is not a model, or not as it was written
   */
  public static Model read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new DataException(
          file.toString(), "is a folder; what Spark has saved is the file model.papilio in it");
    }
    return KIND.read(file, in -> model(file, in));
  }

  private static Model model(Path file, DataInputStream in) throws IOException {
    String kind = in.readUTF();
    Features features = new Features(in.readInt(), texts(in), Columns.of(texts(in)));
    return kind.equals(LINEAR)
        ? linear(file, features, in)
        : matrix(named(file, MatrixKind.values(), kind), features, in);
  }

  private static Model linear(Path file, Features features, DataInputStream in) throws IOException {
    Loss loss = named(file, Loss.values(), in.readUTF());
    float negative = in.readFloat();
    float positive = in.readFloat();
    int size = in.readInt();
    float[] weights = new float[size + 1];
    weights[size] = in.readFloat();
    int entries = in.readInt();
    for (int i = 0; i < entries; i++) {
      int feature = in.readInt();
      weights[feature] = in.readFloat();
    }
    return new LinearModel(loss, weights, negative, positive, features);
  }

  private static Model matrix(MatrixKind kind, Features features, DataInputStream in)
      throws IOException {
    List<Integer> labels = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      labels.add(in.readInt());
    }
    Optional<Classes> classes =
        labels.isEmpty() ? Optional.empty() : Optional.of(new Classes(labels));
    int rows = in.readInt();
    int columns = in.readInt();
    MatrixModel.Shape shape = new MatrixModel.Shape(kind, rows, columns, in.readDouble());
    float[] weights = new float[Matrix.length(rows, columns)];
    for (int left = in.readInt(); left > 0; left--) {
      int column = in.readInt();
      for (int row = 0; row < rows; row++) {
        weights[column * rows + row] = in.readFloat();
      }
    }
    return new MatrixModel(shape, weights, classes, features);
  }

  private static <E extends Enum<E>> E named(Path file, E[] all, String name) {
    for (E one : all) {
      if (one.name().equals(name)) {
        return one;
      }
    }
    throw new DataException(file.toString(), "has something that is not known: " + name);
  }

  private static void writeTexts(List<String> texts, DataOutputStream out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      out.writeUTF(text);
    }
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(in.readUTF());
    }
    return texts;
  }
}
