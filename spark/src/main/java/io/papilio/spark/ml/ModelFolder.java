package io.papilio.spark.ml;

import io.papilio.learn.model.Model;
import io.papilio.spark.HadoopModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;

/**
 * A model where Spark keeps such things, on whatever file system it is.
 *
 * <pre>
 *   metadata/        the parameters, as Spark writes them
 *   model.papilio    what was learned, as the papilio command writes and reads it
 * </pre>
 */
final class ModelFolder {
  private static final String FILE = "model.papilio";

  private ModelFolder() {}

  /** Writes what Spark would write, and the model. */
  static final class Writer extends MLWriter {
    private final MLWriter parameters;
    private final Model model;

    Writer(MLWriter parameters, Model model) {
      this.parameters = parameters;
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      try {
        parameters.session(sparkSession()).save(path);
        HadoopModel.write(model, new Path(path, FILE), sc().hadoopConfiguration());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Reads them.
   *
   * @param <T> what Spark makes of the parameters, and then, with the model, is complete
   */
  static final class Reader<T> extends MLReader<T> {
    private final BiFunction<T, Model, T> complete;

    Reader(BiFunction<T, Model, T> complete) {
      this.complete = complete;
    }

    @Override
    public T load(String path) {
      T shell = new DefaultParamsReadable<T>() {}.read().session(sparkSession()).load(path);
      try {
        return complete.apply(
            shell, HadoopModel.read(new Path(path, FILE), sc().hadoopConfiguration()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
