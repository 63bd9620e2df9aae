package io.papilio.spark;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.DataReader.BadLines;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.LineReader;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.spark.ml.RowBlocks;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Files of lines, in any format that Papilio reads and on any file system that Hadoop knows.
 *
 * @param opening how the first file begins: all have its format, and CSV files its header
 * @param spec of the training, as JSON
 * @param columns the names of features that are known from other files; perhaps none
 */
record LineFiles(LineReader.Opening opening, String spec, List<String> columns)
    implements Serializable {

  /**
   * Reads as much of the first file as has to be known.
   *
   * @param features how features are made, with columns if they are known from other files
   */
  static LineFiles open(TrainingSpec spec, Path first, Features features, Configuration hadoop)
      throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(first);
    try (InputStream raw = first.getFileSystem(hadoop).open(first);
        InputStream stream = codec == null ? raw : codec.createInputStream(raw)) {
      DataReader.Options options = TrainingData.options(spec, features, 1);
      return new LineFiles(
          LineReader.open(stream, first.toString(), options),
          Json.encode(spec),
          Columns.names(features.columns()));
    }
  }

  private TrainingSpec parsed() {
    return Json.decode(spec, TrainingSpec.class);
  }

  private LineReader reader() {
    DataSpec data = parsed().data();
    Features features = new Features(data.bits(), data.interactions(), Columns.of(columns));
    return new LineReader(opening, TrainingData.options(parsed(), features, 1));
  }

  /** Returns how features are made, with the columns of CSV. */
  Features features() {
    return reader().features();
  }

  /** Returns the rows of some files, of which nothing is read yet. */
  JavaRDD<Tuple2<Long, byte[]>> blocks(JavaSparkContext context, List<String> paths) {
    return context
        .textFile(String.join(",", paths), context.defaultParallelism())
        .mapPartitionsWithIndex(
            (partition, lines) -> (Iterator<Tuple2<Long, byte[]>>) new OfLines(lines, partition),
            false);
  }

  /** The blocks of the lines of a partition. */
  private final class OfLines extends RowBlocks<String> {
    private final LineReader reader = reader();
    private final boolean skips = parsed().data().badLines() == BadLines.SKIP;

    OfLines(Iterator<String> lines, int partition) {
      super(lines, partition);
    }

    @Override
    protected void add(String line) {
      try {
        reader.read(line, rows);
      } catch (DataException e) {
        if (skips) {
          onSkipped(e.getMessage());
        } else {
          onProblem(e.getMessage());
        }
      }
    }
  }
}
