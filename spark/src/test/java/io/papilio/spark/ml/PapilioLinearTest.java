package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.TrainingResult;
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
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
  @CsvSource({"logistic, hybrid", "hinge, pegasos", "squared-hinge, lbfgs"})
  void shouldTellClassesApart(String loss, String optimizer) {
    shouldTellClassesApartBy(loss, optimizer);
  }

  @ParameterizedTest
  @CsvSource({"logistic, online", "logistic, sgd", "hinge, online"})
  @Tag("full")
  void shouldTellClassesApartToo(String loss, String optimizer) {
    shouldTellClassesApartBy(loss, optimizer);
  }

  private static void shouldTellClassesApartBy(String loss, String optimizer) {
    PapilioLinearModel model =
        new PapilioLinear().setLoss(loss).setOptimizer(optimizer).setNumWorkers(2).fit(data);
    double auc = new BinaryClassificationEvaluator().evaluate(model.transform(data));
    assertTrue(auc > 0.9, "auROC " + auc);
    assertEquals(ROWS, model.transform(data).filter("prediction in (0, 1)").count());
    assertEquals(
        loss.equals("logistic"), List.of(model.transform(data).columns()).contains("probability"));
    TrainingResult summary = model.summary().orElseThrow();
    assertEquals(2, summary.bytesSent().size());
    assertTrue(summary.bytesSent().stream().allMatch(sent -> sent > 0), summary.toString());
    assertFalse(summary.curve().isEmpty());
  }

  /** y = 3 + 2 x0 − x5, of which nothing is random, and of x6 there is nothing to learn. */
  @Test
  void shouldFindALine() {
    List<Row> line = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      double a = i % 7;
      double b = i % 11 - 5;
      Vector x = Vectors.dense(a, 0, 0, 0, 0, b, 0);
      line.add(RowFactory.create(3 + 2 * a - b, x, 1.0));
    }
    PapilioLinearModel model =
        new PapilioLinear()
            .setLoss("squared")
            .setL2(0)
            .setTolerance(1e-9)
            .fit(Examples.data(cluster.session(), line, 3));
    assertArrayEquals(new double[] {2, 0, 0, 0, 0, -1, 0}, model.coefficients().toArray(), 1e-3);
    assertEquals(3, model.intercept(), 1e-3);
    assertEquals(3 + 8 - 2, model.predict(Vectors.dense(4, 9, 9, 9, 9, 2, 9)), 1e-2);
  }

  @Test
  void shouldNotDependOnHowManyLearn() {
    double[] alone = precise().setNumWorkers(1).fit(data).coefficients().toArray();
    for (int workers = 2; workers <= 3; workers++) {
      PapilioLinearModel model = precise().setNumWorkers(workers).fit(data);
      assertEquals(workers, model.summary().orElseThrow().bytesSent().size());
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
    assertTrue(learner.explainParams().contains("numWorkers: Tasks that train together"));
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
    assertRefused("more than two labels (0, 1, 2)", learner, row(0, 1), row(1, 2), row(2, 3));
    assertRefused("all labels are 1: classes need two at least", learner, row(1, 1), row(1, 2));
    assertRefused("the dataset: no examples", learner);
    assertRefused("feature 1 of a row is NaN", learner, row(0, 1, 2), row(1, 3, Double.NaN));
    assertRefused("a label is NaN", learner, row(0, 1), row(Double.NaN, 2));
    assertRefused("vectors of different sizes, 1 to 2", learner, row(0, 1), row(1, 2, 3));
    assertRefused("it is null", learner, RowFactory.create(1.0, null, 1.0));
    assertRefused(
        "a hold-out of 0.01 keeps back none", learner.setHoldOut(0.01), row(0, 1), row(1, 2));
  }

  private static void assertRefused(String reason, PapilioLinear learner, Row... some) {
    String message = refusal(learner, List.of(some));
    assertTrue(message.contains(reason), message);
  }

  @Test
  void shouldRefuseWhatDoesNotGoTogether() {
    assertRefusedAtOnce(
        "numWorkers is 99, but the cluster can run 6 tasks at a time",
        new PapilioLinear().setNumWorkers(99));
    assertRefusedAtOnce(
        "optimizer adam cannot train linear", new PapilioLinear().setOptimizer("adam"));
    assertRefusedAtOnce(
        "sync, consistency, pace and straggle work with the optimizer pegasos or sgd",
        new PapilioLinear().setOptimizer("lbfgs").setSync("butterfly"));
    assertRefusedAtOnce(
        "hold-out must be a share from 0 to below 1", new PapilioLinear().setHoldOut(1));
    assertRefusedAtOnce("no column 'y'", new PapilioLinear().setLabelCol("y"));
    assertRefusedAtOnce("has to be vectors", new PapilioLinear().setFeaturesCol("label"));
    assertRefusedAtOnce(
        "batch is not for model linear with optimizer hybrid",
        new PapilioLinear().setOptimizer("hybrid").setBatch(8));
    PapilioLinear learner = new PapilioLinear();
    assertThrows(IllegalArgumentException.class, () -> learner.setL2(-1));
    assertThrows(IllegalArgumentException.class, () -> learner.setLoss("log"));
    assertThrows(IllegalArgumentException.class, () -> learner.setSetting("atoms", 3));
  }

  private static void assertRefusedAtOnce(String reason, PapilioLinear learner) {
    assertRefused(reason, learner, rows.get(0), rows.get(1));
  }

  @Test
  void shouldTellWhatItWouldUse() {
    PapilioLinear learner = new PapilioLinear();
    assertEquals(1, learner.getL2());
    assertEquals(0, learner.getL1());
    assertEquals("logistic", learner.getLoss());
    assertEquals("hybrid", learner.getOptimizer());
    assertEquals(1, learner.getEpochs());
    assertEquals(30, learner.getMaxIter());
    assertEquals(1e-4, learner.getTolerance());
    assertEquals("allreduce", learner.getSync());
    assertEquals("bsp", learner.getConsistency());
    assertEquals(1, learner.getSeed());
    assertEquals(0, learner.getHoldOut());
    assertTrue(learner.getRate().isEmpty());
    assertTrue(learner.getNumWorkers().isEmpty());
    assertEquals(0, learner.setOptimizer("online").getL2());
    assertEquals(7, learner.setOptimizer("lbfgs").setMaxIter(7).getMaxIter());
    assertEquals(7, learner.getEpochs()); // as L-BFGS calls it
    learner.setOptimizer("sgd").setSetting("batch", "5").setSetting("rate", 0.5);
    assertEquals(5, learner.getBatch());
    assertEquals(0.5, learner.getRate().orElseThrow());
    assertTrue(learner.setSetting("rate", "auto").getRate().isEmpty());
    assertEquals("none", learner.getSetting("precondition"));
    assertEquals("butterfly", learner.getSync());
    learner.setSetting("precondition", "inverse-frequency");
    assertEquals("inverse-frequency", learner.copy(ParamMap.empty()).getSetting("precondition"));
  }

  @Test
  void shouldUseASettingThatHasNoMethod() {
    PapilioLinear plain =
        new PapilioLinear().setOptimizer("sgd").setSync("allreduce").setNumWorkers(2).setRate(1);
    PapilioLinear scaled =
        plain.copy(ParamMap.empty()).setSetting("precondition", "inverse-frequency");
    PapilioLinearModel model = scaled.fit(data);
    assertTrue(Vectors.sqdist(plain.fit(data).coefficients(), model.coefficients()) > 1e-3);
    assertEquals("inverse-frequency", model.summary().orElseThrow().options().get("precondition"));
  }

  @Test
  void shouldStopWhenHeldOutRowsAreNoLongerLearned() {
    PapilioLinear learner =
        new PapilioLinear()
            .setOptimizer("sgd")
            .setSync("allreduce")
            .setEpochs(50)
            .setL2(0)
            .setHoldOut(0.2)
            .setPatience(2)
            .setNumWorkers(2);
    TrainingResult result = learner.fit(data).summary().orElseThrow();
    assertTrue(result.examples() < 50L * ROWS / 2, result.examples() + " examples");
    assertTrue(result.metrics().get("auc") > 0.9, result.metrics().toString());
  }

  /** Models go where tasks are. */
  @Test
  void shouldPredictInAClosureAndAFunctionOfSql() {
    PapilioLinearModel model = precise().fit(data);
    List<Double> expected =
        model.transform(data).select("prediction").as(Encoders.DOUBLE()).collectAsList();
    List<Double> closure =
        data.select("features")
            .toJavaRDD()
            .map(row -> model.predict((Vector) row.get(0)))
            .collect();
    UDF1<Vector, Double> function = model::predict;
    List<Double> sql =
        data.select(functions.udf(function, DataTypes.DoubleType).apply(functions.col("features")))
            .as(Encoders.DOUBLE())
            .collectAsList();
    assertEquals(expected, closure);
    assertEquals(expected, sql);
    assertTrue(expected.contains(0.0) && expected.contains(1.0));
  }
}
