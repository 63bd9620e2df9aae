package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.TopicGenerator;
import io.papilio.spark.SparkCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PapilioLinearTest {
  private static final int FEATURES = 60;
  private static final int ROWS = 2000;
  private static final double L2 = 3;

  private static SparkCluster cluster;
  private static List<Row> rows;
  private static Dataset<Row> data;

  @BeforeAll
  static void makeData() {
    cluster = SparkCluster.shared();
    TopicGenerator generator = new TopicGenerator(11, FEATURES, 8);
    rows = Examples.rows(generator.rows(0, ROWS), FEATURES, UnaryOperator.identity());
    rows = rows.stream().map(PapilioLinearTest::zeroOrOne).toList(); // as MLlib wants them
    data = Examples.data(cluster.session(), rows, 4).cache();
  }

  private static Row zeroOrOne(Row row) {
    return RowFactory.create(row.getDouble(0) > 0 ? 1.0 : 0.0, row.get(1), row.get(2));
  }

  private static PapilioLinear precise() {
    return new PapilioLinear().setOptimizer("lbfgs").setL2(L2).setTolerance(1e-10);
  }

  /** Σ log(1 + exp(−y m)) + l2/2 ‖w‖². */
  private static double objective(Vector w, double b) {
    double sum = 0;
    for (Row row : rows) {
      double margin = ((Vector) row.get(1)).dot(w) + b;
      sum += Math.log1p(Math.exp(row.getDouble(0) > 0 ? -margin : margin));
    }
    return sum + L2 / 2 * w.dot(w);
  }

  @Test
  void shouldFindWhatMllibFinds() {
    PapilioLinearModel ours = precise().fit(data);
    LogisticRegressionModel theirs =
        new LogisticRegression()
            .setRegParam(L2 / ROWS)
            .setStandardization(false)
            .setTol(1e-9)
            .setMaxIter(500)
            .fit(data);
    double best = objective(theirs.coefficients(), theirs.intercept());
    double found = objective(ours.coefficients(), ours.intercept());
    assertEquals(best, found, 1e-4 * best);
    assertEquals(best, ours.summary().orElseThrow().objective(), 1e-4 * best);
    assertArrayEquals(theirs.coefficients().toArray(), ours.coefficients().toArray(), 1e-4);
    assertEquals(theirs.intercept(), ours.intercept(), 1e-4);
    Row one = theirs.transform(data).select("probability", "rawPrediction").first();
    Row two = ours.transform(data).select("probability", "rawPrediction").first();
    for (int i = 0; i < 2; i++) {
      assertArrayEquals(((Vector) one.get(i)).toArray(), ((Vector) two.get(i)).toArray(), 1e-3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "logistic, hybrid",
    "logistic, online",
    "logistic, sgd",
    "hinge, pegasos",
    "hinge, online",
    "squared-hinge, lbfgs"
  })
  void shouldTellClassesApart(String loss, String optimizer) {
    PapilioLinearModel model =
        new PapilioLinear().setLoss(loss).setOptimizer(optimizer).setNumWorkers(2).fit(data);
    double auc = new BinaryClassificationEvaluator().evaluate(model.transform(data));
    assertTrue(auc > 0.9, "auROC " + auc);
    assertEquals(ROWS, model.transform(data).filter("prediction in (0, 1)").count());
    assertEquals(
        loss.equals("logistic"), List.of(model.transform(data).columns()).contains("probability"));
    TrainingSummary summary = model.summary().orElseThrow();
    assertEquals(2, summary.workers());
    assertTrue(summary.bytesSent().stream().allMatch(sent -> sent > 0), summary.toString());
    assertFalse(summary.curve().isEmpty());
  }

  /** y = 3 + 2 x0 − x5, of which nothing is random. */
  @Test
  void shouldFindALine() {
    List<Row> line = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double a = i % 7;
      double b = i % 11 - 5;
      Vector x = Vectors.dense(a, 0, 0, 0, 0, b);
      line.add(RowFactory.create(3 + 2 * a - b, x, 1.0));
    }
    PapilioLinearModel model =
        new PapilioLinear()
            .setLoss("squared")
            .setL2(0)
            .setTolerance(1e-9)
            .fit(Examples.data(cluster.session(), line, 3));
    assertArrayEquals(new double[] {2, 0, 0, 0, 0, -1}, model.coefficients().toArray(), 1e-3);
    assertEquals(3, model.intercept(), 1e-3);
    assertEquals(3 + 8 - 2, model.predict(Vectors.dense(4, 9, 9, 9, 9, 2)), 1e-2);
  }

  @Test
  void shouldNotDependOnHowManyLearn() {
    double[] alone = precise().setNumWorkers(1).fit(data).coefficients().toArray();
    for (int workers = 2; workers <= 3; workers++) {
      PapilioLinearModel model = precise().setNumWorkers(workers).fit(data);
      assertEquals(workers, model.summary().orElseThrow().workers());
      assertArrayEquals(alone, model.coefficients().toArray(), 1e-4);
    }
  }

  @Test
  void shouldNotCareHowVectorsAreWritten() {
    List<Row> dense =
        rows.stream()
            .map(row -> RowFactory.create(row.get(0), ((Vector) row.get(1)).toDense(), 1.0))
            .toList();
    Dataset<Row> sparseData = cluster.session().createDataFrame(rows, Examples.SCHEMA);
    Dataset<Row> denseData = cluster.session().createDataFrame(dense, Examples.SCHEMA);
    PapilioLinear learner = new PapilioLinear().setNumWorkers(3).setEpochs(2);
    assertEquals(learner.fit(sparseData).learned(), learner.fit(denseData).learned());
  }

  @Test
  void shouldCountRowsByTheirWeight() {
    List<Row> repeated = new ArrayList<>();
    for (Row row : rows) {
      for (int i = 0; i < row.getDouble(2); i++) {
        repeated.add(row);
      }
    }
    PapilioLinearModel weighted = precise().setWeightCol("weight").fit(data);
    PapilioLinearModel counted = precise().fit(Examples.data(cluster.session(), repeated, 3));
    assertArrayEquals(counted.coefficients().toArray(), weighted.coefficients().toArray(), 1e-4);
    PapilioLinearModel plain = precise().fit(data);
    assertTrue(Vectors.sqdist(plain.coefficients(), weighted.coefficients()) > 1e-3);
  }

  @Test
  void shouldMakeWeightsZero() {
    PapilioLinearModel model = new PapilioLinear().setL1(20).setL2(0).fit(data);
    int kept = model.coefficients().numNonzeros();
    assertTrue(kept > 0 && kept < FEATURES / 2, kept + " are not zero");
  }

  @Test
  void shouldCopyAndExplain() {
    PapilioLinear learner = new PapilioLinear().setL2(0.5).setSync("ring");
    PapilioLinear copy = learner.copy(new ParamMap().put(learner.l1().w(2)));
    assertEquals(learner.uid(), copy.uid());
    assertEquals(0.5, copy.getL2());
    assertEquals(2, copy.getL1());
    assertEquals(0, learner.getL1());
    assertTrue(learner.explainParams().contains("numWorkers: tasks that train together"));
    assertTrue(learner.explainParams().contains("(default: features)"));
  }

  private static String refusal(PapilioLinear learner, List<Row> some) {
    Dataset<Row> bad = cluster.session().createDataFrame(some, Examples.SCHEMA);
    return assertThrows(IllegalArgumentException.class, () -> learner.fit(bad)).getMessage();
  }

  private static Row row(double label, double... features) {
    return RowFactory.create(label, Vectors.dense(features), 1.0);
  }

  @Test
  void shouldRefuseRowsThatCannotBeLearnedFrom() {
    PapilioLinear learner = new PapilioLinear();
    assertEquals(
        "more than two labels (0, 1, 2): use PapilioSoftmax for classes, or the squared loss",
        refusal(learner, List.of(row(0, 1), row(1, 2), row(2, 3))));
    assertEquals(
        "all labels are 1: two classes need two", refusal(learner, List.of(row(1, 1), row(1, 2))));
    assertEquals("there are no rows to learn from", refusal(learner, List.of()));
    assertEquals(
        "feature 1 of a row is NaN",
        refusal(learner, List.of(row(0, 1, 2), row(1, 3, Double.NaN))));
    assertEquals("a label is NaN", refusal(learner, List.of(row(0, 1), row(Double.NaN, 2))));
    assertEquals(
        "vectors of different sizes, 1 to 2", refusal(learner, List.of(row(0, 1), row(1, 2, 3))));
    assertTrue(refusal(learner, List.of(RowFactory.create(1.0, null, 1.0))).contains("it is null"));
  }

  @Test
  void shouldRefuseWhatDoesNotGoTogether() {
    assertTrue(
        refusal(new PapilioLinear().setNumWorkers(99), rows)
            .startsWith("numWorkers is 99, but the cluster can run 6 tasks at a time"));
    assertTrue(refusal(new PapilioLinear().setLoss("log"), rows).contains("no loss 'log'"));
    assertTrue(
        refusal(new PapilioLinear().setOptimizer("adam"), rows).contains("no optimizer 'adam'"));
    assertTrue(
        refusal(new PapilioLinear().setLoss("hinge").setOptimizer("lbfgs"), rows)
            .contains("needs a loss with a derivative"));
    assertTrue(
        refusal(new PapilioLinear().setSync("butterfly"), rows)
            .contains("sync and consistency are for sgd and pegasos"));
    assertTrue(refusal(new PapilioLinear().setLabelCol("y"), rows).contains("no column 'y'"));
    assertTrue(
        refusal(new PapilioLinear().setFeaturesCol("label"), rows).contains("has to be vectors"));
    assertThrows(IllegalArgumentException.class, () -> new PapilioLinear().setL2(-1));
  }
}
