package io.papilio.learn.model;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Features.Naming;
import io.papilio.learn.data.Fields;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.communicator.Codec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A model in a file.
 *
 * <pre>
 *   "PAPILIOM"   8 bytes
 *   version      int, 5; files of versions 3 and 4 are read, too
 *   family       text: linear, softmax, dml, sparse-coding, or a user's own
 *   settings     int: how many, then a name and a value each, texts
 *   bits         int: features are hashed to so many bits, 0 if they are not
 *   interactions int: how many, then as many texts
 *   columns      int: how many, 0 if features have no names; then as many texts: the label's name,
 *                then those of the features
 *   naming       text: INDEX, TEXT, COLUMN or UNKNOWN, see Features; not in version 4
 *   labels       int: how many, then as many floats
 *   J, D         2 ints: the weights are a matrix of J rows and D columns
 *   matrix       int: how many columns are not all zero; then for each an int, its number, and J
 *                floats
 *   checksum     long: CRC32C of all before it
 * </pre>
 *
 * <p>Numbers are big-endian, texts are a short length and modified UTF-8, as {@link
 * DataOutputStream} writes them. A file is written whole or not at all.
 */
public final class ModelFile {
  private static final SealedFile FILE =
      new SealedFile(0x504150494C494F4DL, 5, "model"); // PAPILIOM
  private static final Fields.Writer<String> TEXT = (text, out) -> out.writeUTF(text);
  private static final Codec<Learned> CODEC =
      Fields.codec(ModelFile::write, in -> learned(in, ModelFile::features));

  private ModelFile() {}

  public static void write(Model model, Path file) throws IOException {
    FILE.write(file, out -> write(model.learned(), out));
  }

  /** Returns a model as bytes, for those who send it elsewhere. */
  public static byte[] bytes(Model model) {
    return CODEC.encode(model.learned());
  }

  /**
   * Returns the model that gave these bytes.
   *
   * @throws IllegalArgumentException if its family is not on the class path
   */
  public static Model of(byte[] bytes) {
    return model(CODEC.decode(bytes));
  }

  private static Model model(Learned learned) {
    return Families.named(learned.family()).model(learned);
  }

  private static void write(Learned learned, DataOutputStream out) throws IOException {
    out.writeUTF(learned.family());
    Fields.writeAll(
        List.copyOf(learned.settings().values().entrySet()),
        (setting, to) -> {
          to.writeUTF(setting.getKey());
          to.writeUTF(setting.getValue());
        },
        out);
    Features features = learned.features();
    out.writeInt(features.bits());
    Fields.writeAll(features.interactions(), TEXT, out);
    Fields.writeAll(Columns.names(features.columns()), TEXT, out);
    out.writeUTF(features.naming().name());
    Fields.writeAll(learned.labels(), (label, to) -> to.writeFloat(label), out);
    writeMatrix(learned, out);
  }

  private static void writeMatrix(Learned learned, DataOutputStream out) throws IOException {
    int rows = learned.rows();
    float[] weights = learned.weights();
    out.writeInt(rows);
    out.writeInt(learned.columns());
    int count = 0;
    for (int column = 0; column < learned.columns(); column++) {
      count += isZero(weights, column * rows, rows) ? 0 : 1;
    }
    out.writeInt(count);
    for (int column = 0; column < learned.columns(); column++) {
      if (!isZero(weights, column * rows, rows)) {
        out.writeInt(column);
        for (int row = 0; row < rows; row++) {
          out.writeFloat(weights[column * rows + row]);
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
   * Reads a model.
   *
   * @throws DataException if it is not a model, or not as it was written, or of a family that is
   *     not on the class path
   */
  public static Model read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new DataException(
          file.toString(), "is a folder; what Spark has saved is the file model.papilio in it");
    }
    Learned learned =
        FILE.read(
            file,
            Map.of(
                5, in -> learned(in, ModelFile::features),
                4, in -> learned(in, ModelFile::unnamedFeatures),
                3, ModelFileVersion3::learned));
    try {
      return model(learned);
    } catch (IllegalArgumentException e) {
      throw new DataException(file.toString(), "cannot be used: " + e.getMessage(), e);
    }
  }

  private static Learned learned(DataInputStream in, Fields.Reader<Features> reader)
      throws IOException {
    String family = in.readUTF();
    Map<String, String> settings = new TreeMap<>();
    Fields.readAll(from -> settings.put(from.readUTF(), from.readUTF()), in);
    Features features = reader.read(in);
    List<Float> labels = Fields.readAll(DataInputStream::readFloat, in);
    int rows = in.readInt();
    int columns = in.readInt();
    return new Learned(
        family, new Settings(settings), features, labels, rows, columns, matrix(rows, columns, in));
  }

  private static Features features(DataInputStream in) throws IOException {
    Features unnamed = unnamedFeatures(in);
    Naming naming = Naming.valueOf(in.readUTF());
    return new Features(unnamed.bits(), unnamed.interactions(), unnamed.columns(), naming);
  }

  /** Reads features as they were written up to version 4. */
  static Features unnamedFeatures(DataInputStream in) throws IOException {
    return new Features(in.readInt(), texts(in), Columns.of(texts(in)));
  }

  static float[] matrix(int rows, int columns, DataInputStream in) throws IOException {
    float[] weights = new float[Math.multiplyExact(rows, columns)];
    for (int left = in.readInt(); left > 0; left--) {
      int column = in.readInt();
      for (int row = 0; row < rows; row++) {
        weights[column * rows + row] = in.readFloat();
      }
    }
    return weights;
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    return Fields.readAll(from -> from.readUTF(), in);
  }
}
