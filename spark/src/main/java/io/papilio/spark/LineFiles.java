package io.papilio.spark;

import io.papilio.learn.data.ClassesGenerator;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.DataReader;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Format;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.LineReader;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * Files of lines, in any format that Papilio reads and on any file system that Hadoop knows, as a
 * dataset of labels, vectors and weights. They are parsed once: how long vectors are is known only
 * after that, so that rows are kept, in memory or else on disk.
 */
final class LineFiles implements Source {
  static final StructType SCHEMA =
      new StructType()
          .add("label", DataTypes.DoubleType)
          .add("features", SQLDataTypes.VectorType())
          .add("weight", DataTypes.DoubleType);

  private static final int BLOCK = 4096;

  private final Features features;
  private final JavaRDD<SparseRows> blocks;

  /** How to read, as executors are told. */
  record How(Optional<Format> format, int bits, String label) {
    private DataReader.Options options() {
      Features features = new Features(bits, List.of());
      return new DataReader.Options(format, features, DataReader.BadLines.FAIL, 1, label, true);
    }
  }

  /** What a task is told: all that can be sent. */
  private record Parsing(LineReader.Opening opening, int bits, String label)
      implements Serializable {
    Iterator<SparseRows> parse(Iterator<String> lines) {
      LineReader reader = new LineReader(opening, new How(Optional.empty(), bits, label).options());
      List<SparseRows> parsed = new ArrayList<>();
      RowsBuilder rows = new RowsBuilder();
      while (lines.hasNext()) {
        reader.read(lines.next(), rows);
        if (rows.size() == BLOCK) {
          parsed.add(rows.build());
        }
      }
      parsed.add(rows.build());
      return parsed.iterator();
    }
  }

  /** Of these paths; nothing is read yet but the beginning of the first file. */
  LineFiles(SparkSession session, List<String> paths, How how) throws IOException {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    LineReader.Opening opening = open(paths.get(0), how, context.hadoopConfiguration());
    Parsing parsing = new Parsing(opening, how.bits, how.label);
    this.features = new LineReader(opening, how.options()).features();
    this.blocks =
        context
            .textFile(String.join(",", paths), context.defaultParallelism())
            .mapPartitions(parsing::parse)
            .persist(StorageLevel.MEMORY_AND_DISK());
  }

  private LineFiles(JavaRDD<SparseRows> blocks) {
    this.features = new Features(0, List.of());
    this.blocks = blocks.persist(StorageLevel.MEMORY_AND_DISK());
  }

  /** In place of files: examples that are made up, the same as {@code papilio train} makes up. */
  static LineFiles madeUp(SparkSession session, MadeUp kind, int from, int count) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    List<Integer> starts =
        IntStream.range(0, count / BLOCK + 1).map(i -> i * BLOCK).boxed().toList();
    return new LineFiles(
        context
            .parallelize(starts, starts.size())
            .map(at -> kind.generator().rows(from + at, Math.min(BLOCK, count - at))));
  }

  /** What is made up, of which seed. */
  record MadeUp(boolean classes, long seed) implements Serializable {
    private Generator generator() {
      return classes ? new ClassesGenerator(seed) : new TopicGenerator(seed);
    }
  }

  private static LineReader.Opening open(String path, How how, Configuration hadoop)
      throws IOException {
    Path pattern = new Path(path);
    FileSystem files = pattern.getFileSystem(hadoop);
    FileStatus[] found = files.globStatus(pattern);
    if (found != null && found.length > 0 && found[0].isDirectory()) {
      found = files.listStatus(found[0].getPath(), one -> !one.getName().matches("[._].*"));
    }
    if (found == null || found.length == 0) {
      throw new DataException(path, "no such file or folder");
    }
    Path first = Arrays.stream(found).map(FileStatus::getPath).sorted().findFirst().orElseThrow();
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(first);
    try (InputStream raw = files.open(first);
        InputStream stream = codec == null ? raw : codec.createInputStream(raw)) {
      return LineReader.open(stream, first.toString(), how.options());
    }
  }

  @Override
  public Features features() {
    return features;
  }

  /** One more than the largest index of a feature; reads all. */
  @Override
  public int size() {
    return blocks.map(SparseRows::features).fold(0, Integer::max);
  }

  /** With vectors so long; features beyond are left out, as no model knows them. */
  @Override
  public Dataset<Row> dataset(SparkSession session, int size) {
    return session.createDataFrame(
        blocks.flatMap(
            rows -> {
              List<Row> list = new ArrayList<>();
              for (int row = 0; row < rows.size(); row++) {
                list.add(row(rows, row, size));
              }
              return list.iterator();
            }),
        SCHEMA);
  }

  private static Row row(SparseRows rows, int row, int size) {
    int from = rows.start(row);
    int to = from;
    while (to < rows.end(row) && rows.indices()[to] < size) {
      to++;
    }
    double[] values = new double[to - from];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.values()[from + i];
    }
    int[] indices = Arrays.copyOfRange(rows.indices(), from, to);
    return RowFactory.create(
        (double) rows.label(row), Vectors.sparse(size, indices, values), (double) rows.weight(row));
  }

  /** Forgets the rows. */
  @Override
  public void close() {
    blocks.unpersist();
  }
}
