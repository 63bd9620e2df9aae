package io.papilio.learn.train;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Loss;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A model in a file.
 *
 * <pre>
 *   "PAPILIOM"   8 bytes
 *   version      int, 2; files of version 1 are refused
 *   loss         text: its name
 *   labels       2 floats: negative, positive
 *   bits         int: features are hashed to so many bits, 0 if they are not
 *   interactions int: how many, then as many texts
 *   columns      int: how many, 0 if it did not learn from CSV; then as many texts, the names of
 *                columns: of the label, then of the features
 *   size         int: how many features
 *   bias         float
 *   weights      int: how many are not zero; then for each an int, its feature, and a float
 *   checksum     long: CRC32C of all before it
 * </pre>
 *
 * Numbers are big-endian, texts are a short length and modified UTF-8, as {@link DataOutputStream}
 * writes them. A file is written whole or not at all.
 */
public final class ModelFile {
  private static final SealedFile KIND =
      new SealedFile(0x504150494C494F4DL, 2, "model"); // PAPILIOM

  private ModelFile() {}

  public static void write(LinearModel model, Path file) throws IOException {
    KIND.write(file, out -> write(model, out));
  }

  private static void write(LinearModel model, DataOutputStream out) throws IOException {
    out.writeUTF(model.loss().name());
    out.writeFloat(model.negative());
    out.writeFloat(model.positive());
    out.writeInt(model.features().bits());
    writeTexts(model.features().interactions(), out);
    writeTexts(Columns.names(model.features().columns()), out);
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

  /**
   * @throws DataException if it is not a model, or not as it was written
   */
  public static LinearModel read(Path file) throws IOException {
    return KIND.read(file, in -> model(file, in));
  }

  private static LinearModel model(Path file, DataInputStream in) throws IOException {
    Loss loss = loss(file, in.readUTF());
    float negative = in.readFloat();
    float positive = in.readFloat();
    Features features = new Features(in.readInt(), texts(in), Columns.of(texts(in)));
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

  private static Loss loss(Path file, String name) {
    for (Loss loss : Loss.values()) {
      if (loss.name().equals(name)) {
        return loss;
      }
    }
    throw new DataException(file.toString(), "has a loss that is not known: " + name);
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
