package io.papilio.spark;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.job.DataSpec;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.learn.job.ResultLine;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Model;
import io.papilio.spark.ml.SparkTraining;
import io.papilio.spark.ml.TrainingRows;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;

/**
 * {@code papilio train} for spark-submit: from files of any file system that Hadoop knows to a
 * model. What to do is a {@link TrainingSpec} as JSON, or the name of a local file with it;
 * whatever is missing there has its default.
 *
 * <pre>
 *   spark-submit --class io.papilio.spark.Train papilio-spark-all.jar \
 *       '{"data": {"inputs": ["hdfs:///train.svm"]}, "output": {"model": "hdfs:///model.papilio"}}'
 * </pre>
 *
 * {@code --json FILE} behind it also writes the result as JSON to a local file of the driver;
 * {@code -} prints it in place of the text.
 */
public final class Train {
  private static final String JSON = "--json";
  private static final String STANDARD_OUTPUT = "-";

  private final TrainingSpec spec;
  private final Configuration hadoop;
  private final Optional<LineFiles> learned; // none: they are made up, or tables
  private final Optional<LineFiles> judged;

  /**
   * Creates a training, and refuses what could not go well before Spark starts.
   *
   * @throws IllegalArgumentException if something does not go together
   * @throws DataException if a file is not there
   */
  Train(TrainingSpec described, Configuration hadoop) {
    this.spec = described.withPlace(described.place().withLaunch(Launch.SPARK));
    this.hadoop = hadoop;
    check();
    DataSpec data = spec.data();
    Features asked = new Features(data.bits(), data.interactions());
    this.learned = data.isTable() ? Optional.empty() : open(data.inputs(), asked);
    this.judged = learned.flatMap(files -> open(data.tests(), files.features()));
  }

  /** Trains as the argument says; without one, on examples that are made up. */
  public static void main(String[] words) throws Exception {
    boolean isWritten;
    try {
      List<String> told = new ArrayList<>(List.of(words));
      String json = takeJson(told);
      Configuration hadoop = SparkHadoopUtil.get().newConfiguration(new SparkConf());
      Train train = new Train(spec(told.toArray(String[]::new)), hadoop);
      try (SparkSession session = SparkSession.builder().appName("papilio train").getOrCreate()) {
        isWritten = train.run(session, json, System.out);
      }
    } catch (IllegalArgumentException | DataException e) {
      say(e.getMessage());
      System.exit(2);
      return;
    }
    if (!isWritten) {
      System.exit(1);
    }
  }

  private static void say(String text) {
    System.err.println("papilio train: " + text);
  }

  /** Takes the words that say where JSON goes; empty: nowhere. */
  private static String takeJson(List<String> words) {
    int at = words.indexOf(JSON);
    if (at < 0 || at + 1 == words.size()) {
      return "";
    }
    words.remove(at);
    return words.remove(at);
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
    HadoopInputs.require(data.inputs(), hadoop);
    HadoopInputs.require(data.tests(), hadoop);
    if (!spec.output().from().isEmpty()) {
      HadoopInputs.require(List.of(spec.output().from()), hadoop);
    }
    if (!spec.output().model().isEmpty()) {
      requireNoFolder(spec.output().model());
    }
  }

  /** Reads as much of the files as has to be known. */
  private Optional<LineFiles> open(List<String> paths, Features features) {
    return paths.isEmpty()
        ? Optional.empty()
        : Optional.of(LineFiles.open(spec, HadoopInputs.files(paths, hadoop), features, hadoop));
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

  /**
   * Trains, writes the model and says what came of it.
   *
   * @param json where to write it as JSON; empty: nowhere
   * @return whether all files could be written
   */
  boolean run(SparkSession session, String json, PrintStream out) throws IOException {
    String from = spec.output().from();
    Optional<Model> first =
        from.isEmpty() ? Optional.empty() : Optional.of(HadoopModel.read(new Path(from), hadoop));
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void onNote(String note) {
            say(note);
          }
        };
    TrainingResult trained =
        new SparkTraining(session.sparkContext(), spec, listener).run(rows(session), first);
    String model = spec.output().model();
    boolean isSaved = model.isEmpty() || isWritten(model, file -> save(trained.model(), file));
    TrainingResult result = isSaved && !model.isEmpty() ? trained.withFile(model) : trained;
    String text = Json.text(result) + "\n";
    if (json.equals(STANDARD_OUTPUT)) {
      out.print(text);
      return isSaved;
    }
    for (ResultLine line : result.lines()) {
      out.printf("%-20s  %s%n", line.name(), line.value());
    }
    boolean isTold =
        json.isEmpty()
            || isWritten(json, file -> Files.writeString(java.nio.file.Path.of(file), text));
    return isSaved && isTold;
  }

  private interface Writing {
    void to(String file) throws IOException;
  }

  /** A full disk must not cost the result of a long training. */
  private static boolean isWritten(String file, Writing writing) {
    try {
      writing.to(file);
      return true;
    } catch (IOException e) {
      say("cannot write %s: %s".formatted(file, e));
      return false;
    }
  }

  private void save(Model model, String file) throws IOException {
    HadoopModel.write(model, new Path(file), hadoop);
  }

  private Optional<TrainingRows> rows(SparkSession session) {
    DataSpec data = spec.data();
    if (data.isMadeUp()) {
      return Optional.empty();
    }
    String name = String.join(", ", data.inputs());
    Optional<List<String>> tests =
        data.tests().isEmpty() ? Optional.empty() : Optional.of(data.tests());
    if (data.isTable()) {
      String label = data.label().isEmpty() ? "label" : data.label();
      TableFiles tables = new TableFiles(data.format(), spec.needsLabels() ? label : "");
      return Optional.of(
          new TrainingRows(
              name,
              tables.blocks(session, data.inputs()),
              tests.map(paths -> tables.blocks(session, paths)),
              Features.plain()));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    LineFiles files = learned.orElseThrow();
    return Optional.of(
        new TrainingRows(
            name,
            files.blocks(context),
            judged.map(others -> others.blocks(context)),
            files.features()));
  }
}
