package io.papilio.spark;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.PlaceSpec;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.ResultLine;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily.Task;
import io.papilio.spark.ml.SparkTraining;
import io.papilio.spark.ml.TrainingRows;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * {@code papilio train} for spark-submit: from files of any file system that Hadoop knows to a
 * model. What to do is a {@link TrainingSpec} as JSON, or the name of a local file with it;
 * whatever is missing there has its default.
 *
 * <pre>
 *   spark-submit --class io.papilio.spark.Train papilio-spark-all.jar \
 *       '{"data": {"inputs": ["hdfs:///train.svm"]}, "output": {"model": "hdfs:///model.papilio"}}'
 * </pre>
 */
public final class Train {
  private final TrainingSpec spec;
  private final Configuration hadoop;

  /**
   * Creates a training, and refuses what could not go well.
   *
   * @throws IllegalArgumentException if something does not go together
   * @throws DataException if a file is not there
   */
  Train(TrainingSpec described, Configuration hadoop) {
    PlaceSpec place = described.place();
    this.spec =
        described.withPlace(
            new PlaceSpec(
                Launch.SPARK,
                place.workers(),
                place.threads(),
                place.onFailure(),
                place.calibrate()));
    this.hadoop = hadoop;
    check();
  }

  /** Trains as the argument says; without one, on examples that are made up. */
  public static void main(String[] words) throws Exception {
    try {
      Train train = new Train(spec(words), SparkHadoopUtil.get().newConfiguration(new SparkConf()));
      try (SparkSession session = SparkSession.builder().appName("papilio train").getOrCreate()) {
        train.run(session, System.out);
      }
    } catch (IllegalArgumentException | DataException e) {
      System.err.println("papilio train: " + e.getMessage());
      System.exit(2);
    }
  }

  /** Returns the training that an argument describes, or the file that it names. */
  static TrainingSpec spec(String... words) {
    if (words.length > 1) {
      throw new IllegalArgumentException(
          "one argument describes the training, JSON or a file with it, not " + words.length);
    }
    String word = words.length == 0 ? "{}" : words[0];
    try {
      return TrainingSpec.parse(
          word.stripLeading().startsWith("{")
              ? word
              : Files.readString(java.nio.file.Path.of(word)));
    } catch (NoSuchFileException e) {
      throw new DataException(word, "no such file, and no JSON", e);
    } catch (IOException e) {
      throw new DataException(word, "cannot be read: " + e.getMessage(), e);
    }
  }

  private void check() {
    DataSpec data = spec.data();
    spec.checkOptions();
    if (data.isMadeUp() && !data.tests().isEmpty()) {
      throw new IllegalArgumentException(
          "test files need data: made-up examples are judged by made-up ones");
    }
    if (!TableFiles.reads(data.format())) {
      TrainingData.options(spec, Features.plain(), 1); // which knows the other formats
    } else if (data.bits() > 0 || !data.interactions().isEmpty()) {
      throw new IllegalArgumentException(
          "bits and interactions are for lines of text: %s has vectors".formatted(data.format()));
    }
    data.inputs().forEach(this::first);
    data.tests().forEach(this::first);
    if (!spec.output().from().isEmpty()) {
      first(spec.output().from());
    }
    if (!spec.output().model().isEmpty()) {
      requireNoFolder(spec.output().model());
    }
  }

  /** Returns the first file that a path means, which may be a folder or a glob. */
  private Path first(String path) {
    try {
      Path pattern = new Path(path);
      FileSystem files = pattern.getFileSystem(hadoop);
      FileStatus[] found = files.globStatus(pattern);
      if (found != null && found.length > 0 && found[0].isDirectory()) {
        found = files.listStatus(found[0].getPath(), one -> !one.getName().matches("[._].*"));
      }
      return Arrays.stream(found == null ? new FileStatus[0] : found)
          .map(FileStatus::getPath)
          .sorted()
          .findFirst()
          .orElseThrow(() -> new DataException(path, "no such file, and no file in such a folder"));
    } catch (IOException | IllegalArgumentException e) {
      throw new DataException(path, "cannot be read: " + e.getMessage(), e);
    }
  }

  private void requireNoFolder(String path) {
    try {
      FileSystem files = new Path(path).getFileSystem(hadoop);
      if (files.exists(new Path(path)) && files.getFileStatus(new Path(path)).isDirectory()) {
        throw new IllegalArgumentException(path + " is a folder: name a file in it");
      }
    } catch (IOException e) {
      throw new DataException(path, "cannot be written: " + e.getMessage(), e);
    }
  }

  /** Trains, writes the model and says what came of it. */
  void run(SparkSession session, PrintStream out) throws IOException {
    String from = spec.output().from();
    Optional<Model> first =
        from.isEmpty() ? Optional.empty() : Optional.of(HadoopModel.read(new Path(from), hadoop));
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void onNote(String note) {
            System.err.println("papilio train: " + note);
          }
        };
    if (spec.data().isMadeUp()) {
      out.println("no data: learning from examples that are made up here");
    }
    TrainingResult result =
        new SparkTraining(session.sparkContext(), spec, listener).run(rows(session), first);
    String file = spec.output().model();
    if (!file.isEmpty()) {
      HadoopModel.write(result.model(), new Path(file), hadoop);
      result = result.withFile(file);
    }
    for (ResultLine line : result.lines()) {
      out.printf("%-20s  %s%n", line.name(), line.value());
    }
  }

  private Optional<TrainingRows> rows(SparkSession session) throws IOException {
    DataSpec data = spec.data();
    if (data.isMadeUp()) {
      return Optional.empty();
    }
    String name = String.join(", ", data.inputs());
    Optional<List<String>> tests =
        data.tests().isEmpty() ? Optional.empty() : Optional.of(data.tests());
    if (TableFiles.reads(data.format())) {
      boolean isLabelled = Families.named(spec.model()).task(spec.settings()) != Task.UNLABELLED;
      String label = data.label().isEmpty() ? "label" : data.label();
      TableFiles tables = new TableFiles(data.format(), isLabelled ? label : "");
      return Optional.of(
          new TrainingRows(
              name,
              tables.blocks(session, data.inputs()),
              tests.map(paths -> tables.blocks(session, paths)),
              Features.plain()));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    Features asked = new Features(data.bits(), data.interactions());
    LineFiles files = LineFiles.open(spec, first(data.inputs().get(0)), asked, hadoop);
    Features features = files.features();
    Optional<JavaRDD<Tuple2<Long, byte[]>>> judged = Optional.empty();
    if (tests.isPresent()) {
      LineFiles others = LineFiles.open(spec, first(tests.get().get(0)), features, hadoop);
      judged = Optional.of(others.blocks(context, tests.get()));
    }
    return Optional.of(
        new TrainingRows(name, files.blocks(context, data.inputs()), judged, features));
  }
}
