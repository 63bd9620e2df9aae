package io.papilio.spark;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Format;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.linear.Model;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.metric.Metrics;
import io.papilio.learn.metric.Scores;
import io.papilio.spark.ml.HasTraining;
import io.papilio.spark.ml.PapilioLinear;
import io.papilio.spark.ml.PapilioLinearModel;
import io.papilio.spark.ml.PapilioSoftmax;
import io.papilio.spark.ml.PapilioSoftmaxModel;
import io.papilio.spark.ml.TrainingSummary;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code papilio train} for spark-submit: from files to a model, with options of the same names and
 * meanings.
 *
 * <pre>
 *   spark-submit --class io.papilio.spark.Train papilio-spark-all.jar \
 *       --data hdfs:///train.svm --test hdfs:///test.svm --out hdfs:///model.papilio --l2 0.5
 * </pre>
 */
public final class Train {
  private static final int MADE_UP = 20_000;

  private final SparkSession session;
  private final TrainArguments arguments;
  private final Map<String, Object> report = new LinkedHashMap<>();

  Train(SparkSession session, List<String> words) {
    this.session = session;
    this.arguments = TrainArguments.parse(words);
  }

  public static void main(String[] words) throws Exception {
    try (SparkSession session = SparkSession.builder().appName("papilio train").getOrCreate()) {
      new Train(session, Arrays.asList(words)).run(System.out);
    } catch (IllegalArgumentException | DataException e) {
      System.err.println("papilio train: " + e.getMessage());
      System.exit(2);
    }
  }

  /** Trains, writes the model and says what came of it. */
  void run(PrintStream out) throws Exception {
    boolean isMadeUp = arguments.all("--data").isEmpty();
    if (isMadeUp) {
      out.println("no --data: learning from examples that are made up here");
    }
    Source files = isMadeUp ? madeUp(0, MADE_UP) : files("--data");
    Source tests = isMadeUp ? madeUp(MADE_UP, MADE_UP / 4) : files;
    tests = arguments.all("--test").isEmpty() ? tests : files("--test");
    try {
      int size = files.size();
      Dataset<Row> data = files.dataset(session, size);
      Model model = learn(data, tests.dataset(session, size), files.features());
      if (arguments.text("--out").isPresent()) {
        Path file = new Path(arguments.text("--out").get());
        HadoopModel.write(model, file, session.sparkContext().hadoopConfiguration());
        report.put("model", file);
      }
    } catch (Exception e) { // also of kinds that Spark does not declare
      throw plain(e);
    } finally {
      files.close();
      tests.close();
    }
    report.forEach((name, value) -> out.printf(Locale.ROOT, "%-12s  %s%n", name, value));
  }

  /** A bad line is found by a task, whose failure Spark tells in its own words. */
  private static Exception plain(Exception e) {
    String sign = DataException.class.getName() + ": ";
    String text = String.valueOf(e.getMessage());
    int at = text.indexOf(sign);
    return at < 0
        ? e
        : new IllegalArgumentException(
            text.substring(at + sign.length()).lines().findFirst().get());
  }

  private Source madeUp(int from, int count) {
    boolean classes = arguments.text("--model", "linear").equals("softmax");
    long seed = Long.parseLong(arguments.text("--seed", "1"));
    return LineFiles.madeUp(session, new LineFiles.MadeUp(classes, seed), from, count);
  }

  private Source files(String option) throws IOException {
    Optional<String> format = arguments.text("--format").map(name -> name.toLowerCase(Locale.ROOT));
    if (format.filter(TableFiles.FORMATS::contains).isPresent()) {
      String label = arguments.text("--label", "label");
      return new TableFiles(session, format.get(), arguments.all(option), label);
    }
    LineFiles.How how =
        new LineFiles.How(
            format.map(Train::format),
            arguments.whole("--bits").orElse(0),
            arguments.text("--label", ""));
    return new LineFiles(session, arguments.all(option), how);
  }

  private static Format format(String name) {
    return Arrays.stream(Format.values())
        .filter(each -> each.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--format is %s or %s, not %s"
                        .formatted(
                            String.join(", ", TableFiles.FORMATS),
                            Arrays.toString(Format.values()).toLowerCase(Locale.ROOT),
                            name)));
  }

  private Model learn(Dataset<Row> data, Dataset<Row> test, Features features) {
    String kind = arguments.text("--model", "linear");
    return switch (kind) {
      case "linear" -> linear(data, test, features);
      case "softmax" -> softmax(data, test, features);
      default ->
          throw new IllegalArgumentException(
              "--model is linear or softmax within Spark, not " + kind);
    };
  }

  private <S> void set(HasTraining<S> learner) {
    arguments.number("--l2").ifPresent(learner::setL2);
    arguments.whole("--epochs").ifPresent(learner::setEpochs);
    arguments.whole("--batch").ifPresent(learner::setBatch);
    if (!arguments.text("--rate", "auto").equals("auto")) {
      arguments.number("--rate").ifPresent(learner::setRate);
    }
    arguments.text("--sync").ifPresent(learner::setSync);
    arguments.text("--consistency").ifPresent(learner::setConsistency);
    arguments.text("--seed").ifPresent(seed -> learner.setSeed(Long.parseLong(seed)));
    arguments.whole("--workers").ifPresent(learner::setNumWorkers);
  }

  private Model linear(Dataset<Row> data, Dataset<Row> test, Features features) {
    PapilioLinear learner = new PapilioLinear().setWeightCol("weight");
    set(learner);
    arguments.text("--loss").ifPresent(learner::setLoss);
    arguments.text("--optimizer").ifPresent(learner::setOptimizer);
    arguments.number("--l1").ifPresent(learner::setL1);
    arguments.number("--tolerance").ifPresent(learner::setTolerance);
    boolean isLbfgs = learner.getOptimizer().equals("lbfgs"); // whose iterations are its epochs
    arguments.whole(isLbfgs ? "--epochs" : "--iterations").ifPresent(learner::setMaxIter);
    PapilioLinearModel model = learner.fit(data);
    LinearModel learned = model.learned();
    report.put("optimizer", learner.getOptimizer() + ", " + learner.getLoss() + " loss");
    boolean two = learned.loss().isTwoClass();
    Scores scores = new Scores();
    model
        .transform(test)
        .select(two ? "rawPrediction" : "prediction", "label", "weight")
        .toLocalIterator()
        .forEachRemaining(
            row -> {
              double margin = two ? ((Vector) row.get(0)).apply(1) : row.getDouble(0);
              float label = (float) row.getDouble(1);
              float y = two ? label == learned.positive() ? 1 : -1 : label;
              scores.add((float) margin, y, (float) row.getDouble(2));
            });
    Metrics metrics = Metrics.of(scores, learned.loss());
    report.put("loss", fixed(metrics.loss(), 6));
    put("accuracy", metrics.accuracy());
    put("auROC", metrics.auRoc());
    put("auPRC", metrics.auPrc());
    summary(model.summary().orElseThrow());
    return new LinearModel(
        learned.loss(), learned.weights(), learned.negative(), learned.positive(), features);
  }

  private Model softmax(Dataset<Row> data, Dataset<Row> test, Features features) {
    PapilioSoftmax learner = new PapilioSoftmax().setWeightCol("weight");
    set(learner);
    PapilioSoftmaxModel model = learner.fit(data);
    MatrixModel learned = model.learned();
    report.put("optimizer", "sgd, softmax");
    double right =
        model
            .transform(test)
            .selectExpr("sum(if(prediction = label, weight, 0)) / sum(weight)")
            .first()
            .getDouble(0);
    report.put("accuracy", fixed(right, 4));
    summary(model.summary().orElseThrow());
    return new MatrixModel(learned.shape(), learned.weights(), learned.classes(), features);
  }

  private void summary(TrainingSummary summary) {
    report.put("workers", summary.workers() + " tasks");
    report.put("objective", fixed(summary.objective(), 3));
    report.put("iterations", summary.iterations());
    report.put("training", fixed(summary.seconds(), 3) + " s");
    report.put("loading", fixed(summary.loadSeconds(), 3) + " s");
    long most = summary.bytesSent().stream().mapToLong(Long::longValue).max().orElse(0);
    report.put("bytes sent", "%,d a worker at most".formatted(most));
  }

  private void put(String name, OptionalDouble value) {
    value.ifPresent(some -> report.put(name, fixed(some, 4)));
  }

  private static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
