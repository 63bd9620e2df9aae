package io.papilio.spark;

import io.papilio.learn.data.Columns;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.format.LineReader;
import io.papilio.learn.data.format.ReaderOptions;
import io.papilio.learn.data.format.ReaderOptions.BadLines;
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
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TextInputFormat;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Files of lines, in any format that Papilio reads and on any file system that Hadoop knows.
 *
 * @param files their paths
 * @param opening how they begin: all have one format, and CSV files one header
 * @param spec of the training, as JSON
 * @param columns the names of features that are known from other files; perhaps none
 */
record LineFiles(List<String> files, LineReader.Opening opening, String spec, List<String> columns)
    implements Serializable {

  /**
   * Reads as much of the files as has to be known.
   *
   * @param features how features are made, with columns if they are known from other files
   * @throws DataException if they do not begin in one way, or none of them has rows
   */
  static LineFiles open(
      TrainingSpec spec, List<Path> files, Features features, Configuration hadoop) {
    ReaderOptions options = TrainingData.options(spec, features, 1);
    List<LineReader.Opening> openings =
        files.parallelStream().flatMap(file -> opening(file, options, hadoop).stream()).toList();
    if (openings.isEmpty()) {
      throw new DataException(files.get(0).toString(), "no examples");
    }
    LineReader.Opening first = openings.get(0);
    openings.forEach(first::require);
    return new LineFiles(
        files.stream().map(Path::toString).toList(),
        first,
        Json.encode(spec),
        Columns.names(features.columns()));
  }

  private static Optional<LineReader.Opening> opening(
      Path file, ReaderOptions options, Configuration hadoop) {
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(file);
    try (InputStream raw = file.getFileSystem(hadoop).open(file);
        InputStream stream = codec == null ? raw : codec.createInputStream(raw)) {
      return LineReader.open(stream, file.toString(), options);
    } catch (IOException e) {
      throw new DataException(file.toString(), "cannot be read: " + e.getMessage(), e);
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

  /** Returns the rows, of which nothing is read yet. */
  JavaRDD<Tuple2<Long, byte[]>> blocks(JavaSparkContext context) {
    JobConf conf = new JobConf(context.hadoopConfiguration());
    FileInputFormat.setInputPaths(
        conf, files.stream().map(LineFiles::literal).toArray(Path[]::new));
    return context
        .hadoopRDD(
            conf,
            TextInputFormat.class,
            LongWritable.class,
            Text.class,
            context.defaultParallelism())
        .map(line -> line._2().toString())
        .mapPartitionsWithIndex(
            (partition, lines) -> (Iterator<Tuple2<Long, byte[]>>) new OfLines(lines, partition),
            false);
  }

  /** Hadoop takes the names of files for patterns. */
  private static Path literal(String file) {
    return new Path(file.replaceAll("[\\[\\]{}*?]", "\\\\$0"));
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
