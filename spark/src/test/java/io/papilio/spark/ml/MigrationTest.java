package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.spark.SparkCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.classification.LinearSVC;
import org.apache.spark.ml.classification.LinearSVCModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.ml.regression.LinearRegressionModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

/** What docs/spark.md says to those who come from MLlib. */
class MigrationTest {
  private final SparkCluster cluster = SparkCluster.shared();

  /** Defaults are enough to come within 1 % of the optimum. */
  @Test
  void shouldBeAsGoodAsLinearSvc() {
    TopicGenerator generator = new TopicGenerator(11, 60, 8);
    List<Row> rows =
        Examples.rows(generator.rows(0, 500), 60, UnaryOperator.identity()).stream()
            .map(row -> RowFactory.create(Math.max(0, row.getDouble(0)), row.get(1), row.get(2)))
            .toList();
    Dataset<Row> data = Examples.data(cluster.session(), rows, 1).cache();
    LinearSVCModel theirs =
        new LinearSVC()
            .setRegParam(1.0 / rows.size())
            .setStandardization(false)
            .setMaxIter(50)
            .fit(data);
    PapilioLinearModel ours = new PapilioLinear().setLoss("hinge").fit(data);
    double best = hinge(rows, theirs.coefficients(), theirs.intercept());
    double found = hinge(rows, ours.coefficients(), ours.intercept());
    assertTrue(found < 1.01 * best, found + ", but LinearSVC reaches " + best);
    assertEquals(found, ours.summary().orElseThrow().objective(), 1e-3 * found);
  }

  /** Returns Σ max(0, 1 − y m) + 1/2 ‖w‖². */
  private static double hinge(List<Row> rows, Vector w, double b) {
    double sum = 0;
    for (Row row : rows) {
      double margin = ((Vector) row.get(1)).dot(w) + b;
      sum += Math.max(0, 1 - (row.getDouble(0) > 0 ? margin : -margin));
    }
    return sum + w.dot(w) / 2;
  }

  /** The strength of MLlib's squared norm is divided by the standard deviation of the labels. */
  @Test
  void shouldFindWhatLinearRegressionFinds() {
    SplittableRandom random = new SplittableRandom(3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double[] x = random.doubles(4, -1, 1).toArray();
      double label = 50 * x[0] - 20 * x[1] + 3 * x[2] + 7 + random.nextDouble(-5, 5);
      rows.add(RowFactory.create(label, Vectors.dense(x), 1.0));
    }
    Dataset<Row> data = Examples.data(cluster.session(), rows, 1).cache();
    double sigma = data.agg(functions.stddev("label")).first().getDouble(0);
    double lambda = 4;
    double alpha = 0.3;
    LinearRegressionModel theirs =
        new LinearRegression()
            .setRegParam(lambda)
            .setElasticNetParam(alpha)
            .setStandardization(false)
            .setTol(1e-9)
            .fit(data);
    PapilioLinearModel ours =
        new PapilioLinear()
            .setLoss("squared")
            .setL2(lambda * (1 - alpha) * rows.size() / sigma)
            .setL1(lambda * alpha * rows.size())
            .setOptimizer("lbfgs")
            .setTolerance(1e-12)
            .fit(data);
    assertArrayEquals(theirs.coefficients().toArray(), ours.coefficients().toArray(), 2e-2);
    assertEquals(theirs.intercept(), ours.intercept(), 2e-2);
    assertTrue(theirs.coefficients().apply(0) > 20, theirs.coefficients().toString());
  }
}
