package io.papilio.spark.bench;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.spark.SparkCluster;
import io.papilio.spark.ml.PapilioLinear;
import io.papilio.spark.ml.PapilioLinearModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * How long a fit takes: PapilioLinear next to MLlib's LogisticRegression, on the same cached rows
 * and to the same optimum, in turn. The first fit of each is the cold one.
 *
 * <pre>
 *   bench/spark Fit [ROWS [FITS [papilio|mllib [OURS THEIRS]]]]      who is first; tolerances
 * </pre>
 *
 * Tolerances mean different things: MLlib's 1e-6 is nearer to the optimum than ours. What counts is
 * that both get there: coefficients that differ by more than 1e-4 are no comparison.
 */
public final class FitBench {
  private static final int PARTITIONS = 8;
  private static final double L2 = 1;
  private static final TopicGenerator GENERATOR = new TopicGenerator(3);

  private final int rows;
  private final double ours;
  private final double theirs;
  private final Dataset<Row> data;

  /** What a fit gave, and how long it took. */
  private record Fitted(String name, double seconds, double[] weights, double bias, String more) {}

  private FitBench(SparkCluster cluster, int rows, double ours, double theirs) {
    this.rows = rows;
    this.ours = ours;
    this.theirs = theirs;
    List<Integer> parts = IntStream.range(0, PARTITIONS).boxed().toList();
    StructType schema =
        new StructType()
            .add("label", DataTypes.DoubleType)
            .add("features", SQLDataTypes.VectorType());
    this.data =
        cluster
            .session()
            .createDataFrame(
                cluster
                    .context()
                    .parallelize(parts, PARTITIONS)
                    .flatMap(part -> rows(part, rows).iterator()),
                schema)
            .cache();
  }

  public static void main(String[] arguments) {
    int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200_000;
    int fits = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    boolean mllibFirst = arguments.length > 2 && arguments[2].equals("mllib");
    double ours = arguments.length > 3 ? Double.parseDouble(arguments[3]) : 1e-10;
    double theirs = arguments.length > 4 ? Double.parseDouble(arguments[4]) : 1e-6;
    Map<String, String> conf =
        Map.of(
            "spark.master", "local-cluster[2,1,3072]",
            "spark.executor.memory", "3g",
            "spark.executor.extraJavaOptions", "");
    try (SparkCluster cluster = SparkCluster.start(2, 1, conf)) {
      FitBench bench = new FitBench(cluster, rows, ours, theirs);
      bench.run(fits, mllibFirst);
    }
  }

  private void run(int fits, boolean mllibFirst) {
    System.out.printf(
        Locale.ROOT,
        "%,d rows, %,d features, 2 executors of 1 core, l2 = %s, tolerances %s and %s%n",
        data.count(),
        GENERATOR.features(),
        L2,
        ours,
        theirs);
    List<Supplier<Fitted>> turns = new ArrayList<>(List.of(this::papilio, this::mllib));
    if (mllibFirst) {
      turns.add(turns.remove(0));
    }
    List<Fitted> all = new ArrayList<>();
    for (int i = 0; i < fits; i++) {
      for (Supplier<Fitted> turn : turns) {
        Fitted one = turn.get();
        System.out.printf(Locale.ROOT, "%d %-8s %8.3f s  %s%n", i, one.name, one.seconds, one.more);
        all.add(one);
      }
    }
    compare(all);
  }

  private void compare(List<Fitted> all) {
    Fitted own = all.stream().filter(one -> one.name.equals("papilio")).findFirst().orElseThrow();
    Fitted other = all.stream().filter(one -> one.name.equals("mllib")).findFirst().orElseThrow();
    double farthest = Math.abs(own.bias - other.bias);
    for (int i = 0; i < own.weights.length; i++) {
      farthest = Math.max(farthest, Math.abs(own.weights[i] - other.weights[i]));
    }
    System.out.printf(
        Locale.ROOT,
        "objective: papilio %.6f, mllib %.6f; coefficients differ by %.2e at most%n",
        objective(own),
        objective(other),
        farthest);
    for (String what : List.of("cold", "warm")) {
      double a = median(all, "papilio", what.equals("cold"));
      double b = median(all, "mllib", what.equals("cold"));
      System.out.printf(
          Locale.ROOT, "%s: papilio %.3f s, mllib %.3f s: %.2f times%n", what, a, b, b / a);
    }
  }

  private static double median(List<Fitted> all, String name, boolean cold) {
    double[] own =
        all.stream().filter(one -> one.name.equals(name)).mapToDouble(Fitted::seconds).toArray();
    double[] some = cold ? Arrays.copyOf(own, 1) : Arrays.copyOfRange(own, 1, own.length);
    Arrays.sort(some);
    int middle = some.length / 2;
    return some.length == 0 ? Double.NaN : (some[middle] + some[(some.length - 1) / 2]) / 2;
  }

  private Fitted papilio() {
    PapilioLinear learner =
        new PapilioLinear().setOptimizer("lbfgs").setL2(L2).setTolerance(ours).setMaxIter(500);
    long start = System.nanoTime();
    PapilioLinearModel model = learner.fit(data);
    double seconds = (System.nanoTime() - start) / 1e9;
    var summary = model.summary().orElseThrow();
    String more =
        "%d iterations in %.3f s, rows in %.3f s, %d workers"
            .formatted(
                summary.iterations(),
                summary.seconds(),
                summary.loadSeconds(),
                summary.bytesSent().size());
    return new Fitted("papilio", seconds, model.coefficients().toArray(), model.intercept(), more);
  }

  private Fitted mllib() {
    LogisticRegression learner =
        new LogisticRegression()
            .setRegParam(L2 / rows)
            .setStandardization(false)
            .setTol(theirs)
            .setMaxIter(500);
    long start = System.nanoTime();
    LogisticRegressionModel model = learner.fit(data);
    double seconds = (System.nanoTime() - start) / 1e9;
    String more = "%d iterations".formatted(model.summary().totalIterations());
    return new Fitted("mllib", seconds, model.coefficients().toArray(), model.intercept(), more);
  }

  /** Σ log(1 + exp(−y m)) + l2/2 ‖w‖², computed here for both. */
  private double objective(Fitted fitted) {
    SparseRows all = GENERATOR.rows(0, rows);
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      double margin = fitted.bias;
      for (int i = all.start(row); i < all.end(row); i++) {
        margin += fitted.weights[all.indices()[i]] * all.values()[i];
      }
      sum += Math.log1p(Math.exp(-margin * all.label(row)));
    }
    return sum + L2 / 2 * Arrays.stream(fitted.weights).map(w -> w * w).sum();
  }

  private static List<Row> rows(int part, int all) {
    int from = (int) ((long) all * part / PARTITIONS);
    int to = (int) ((long) all * (part + 1) / PARTITIONS);
    SparseRows rows = GENERATOR.rows(from, to - from);
    List<Row> list = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      int[] indices = Arrays.copyOfRange(rows.indices(), rows.start(row), rows.end(row));
      double[] values = new double[indices.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = rows.values()[rows.start(row) + i];
      }
      Vector features = Vectors.sparse(GENERATOR.features(), indices, values);
      list.add(RowFactory.create(rows.label(row) > 0 ? 1.0 : 0.0, features));
    }
    return list;
  }
}
