package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.spark.Documents;
import io.papilio.spark.SparkCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.feature.MaxAbsScaler;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show of the learners, between lines that say begin and end. */
class StartTest {
  private final SparkCluster cluster = SparkCluster.shared();

  @TempDir Path folder;

  private Dataset<Row> rows(int from, int count) {
    TopicGenerator generator = new TopicGenerator(11, 60, 8);
    return Examples.data(
        cluster.session(),
        Examples.rows(generator.rows(from, count), 60, UnaryOperator.identity()),
        2);
  }

  @Test
  void shouldDoWhatTheDocumentsShow() throws IOException {
    Dataset<Row> training = rows(0, 1000);
    Dataset<Row> test = rows(1000, 200);
    String path = folder.resolve("model").toUri().toString();
    // begin
    PapilioLinear learner = new PapilioLinear().setLoss("logistic").setL2(1);
    PapilioLinearModel model = learner.fit(training);
    System.out.println(model.summary().orElseThrow().objective());

    Dataset<Row> predicted = model.transform(test);
    predicted.select("label", "prediction", "probability").show(3);

    model.write().overwrite().save(path);
    PapilioLinearModel again = PapilioLinearModel.load(path);
    // end
    assertArrayEquals(model.coefficients().toArray(), again.coefficients().toArray());
    assertTrue(predicted.filter("label = prediction").count() > 160);
  }

  @Test
  void shouldShowClasses() {
    ClassesGenerator generator = new ClassesGenerator(4, 5, 200);
    Dataset<Row> digits =
        Examples.data(
            cluster.session(),
            Examples.rows(generator.rows(0, 300), generator.features(), UnaryOperator.identity()),
            2);
    // begin
    PapilioSoftmaxModel classes = new PapilioSoftmax().setL2(0.1).setNumWorkers(2).fit(digits);
    System.out.println(Arrays.toString(classes.labels()));
    // end
    assertEquals(digits.select("label").distinct().count(), classes.numClasses());
    // begin
    PapilioModel metric =
        new PapilioEstimator().setModel("dml").setSetting("dimensions", 8).fit(digits);
    metric.transform(digits).select("label", "projection").show(3);
    // end
    assertEquals(generator.features(), metric.numFeatures());
  }

  @Test
  void shouldShowAPipeline() {
    Dataset<Row> training = rows(0, 600);
    MaxAbsScaler scaler = new MaxAbsScaler().setInputCol("features").setOutputCol("scaled");
    PapilioLinear learner = new PapilioLinear().setFeaturesCol("scaled");
    // begin
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {scaler, learner});
    CrossValidatorModel best =
        new CrossValidator()
            .setEstimator(pipeline)
            .setEvaluator(new BinaryClassificationEvaluator().setMetricName("areaUnderPR"))
            .setEstimatorParamMaps(
                new ParamGridBuilder().addGrid(learner.l2(), new double[] {1, 1e6}).build())
            .setNumFolds(2)
            .fit(training);
    // end
    assertEquals(2, best.avgMetrics().length);
    assertTrue(best.avgMetrics()[0] > best.avgMetrics()[1], Arrays.toString(best.avgMetrics()));
    PipelineModel model = (PipelineModel) best.bestModel();
    assertEquals(1, ((PapilioLinear) ((PapilioLinearModel) model.stages()[1]).parent()).getL2());
  }

  @Test
  void shouldBeWhatTheDocumentsShow() throws IOException {
    Documents.assertShown(StartTest.class);
  }
}
