package io.papilio.spark.ml;

import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFile;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * A model that Spark can send to executors, within closures and functions of SQL.
 *
 * @param <L> the class of the model
 */
final class PackedModel<L extends Model> implements Serializable {
  private static final long serialVersionUID = 1;

  private transient L model;

  PackedModel(L model) {
    this.model = model;
  }

  L model() {
    return model;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    byte[] bytes = ModelFile.bytes(model);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @SuppressWarnings("unchecked") // a family makes models of one class
  private void readObject(ObjectInputStream in) throws IOException {
    model = (L) ModelFile.of(in.readNBytes(in.readInt()));
  }
}
