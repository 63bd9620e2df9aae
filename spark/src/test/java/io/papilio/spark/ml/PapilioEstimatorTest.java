package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.spark.SparkCluster;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PapilioEstimatorTest {
  private final SparkCluster cluster = SparkCluster.shared();

  @TempDir Path folder;

  private Dataset<Row> data() {
    ClassesGenerator generator = new ClassesGenerator(4, 3, 60);
    return Examples.data(
            cluster.session(),
            Examples.rows(generator.rows(0, 300), generator.features(), UnaryOperator.identity()),
            2)
        .cache();
  }

  @Test
  void shouldLearnADistanceThatIsSavedAndLoaded() throws Exception {
    Dataset<Row> data = data();
    PapilioEstimator learner =
        new PapilioEstimator().setModel("dml").setSetting("dimensions", 5).setNumWorkers(2);
    String plan = folder.resolve("plan").toUri().toString();
    learner.save(plan);
    PapilioEstimator planned = PapilioEstimator.load(plan);
    assertEquals("dml", planned.getModel());
    assertEquals("5", planned.getSetting("dimensions"));

    PapilioModel model = planned.fit(data);
    assertEquals(
        List.of("label", "features", "weight", "projection"),
        List.of(model.transform(data).columns()));
    assertEquals(
        Arrays.toString(learner.transformSchema(data.schema()).fieldNames()),
        Arrays.toString(model.transform(data).columns()));
    Row first = model.transform(data).select("features", "projection").first();
    assertEquals(5, ((Vector) first.get(1)).size());
    assertEquals(first.get(1), model.predict("projection", (Vector) first.get(0)));
    assertThrows(
        IllegalArgumentException.class, () -> model.predict((Vector) first.get(0)), "no label");

    String path = folder.resolve("model").toUri().toString();
    model.save(path);
    PapilioModel loaded = PapilioModel.load(path);
    assertEquals(model.learned(), loaded.learned());
    assertEquals(model.transform(data).collectAsList(), loaded.transform(data).collectAsList());
  }

  @Test
  void shouldLearnADictionaryWithoutLabels() {
    Dataset<Row> data = data().drop("label");
    PapilioModel model =
        new PapilioEstimator()
            .setModel("sparse-coding")
            .setSetting("atoms", 7)
            .setSetting("l1", 0.05)
            .setEpochs(1)
            .setNumWorkers(3)
            .fit(data);
    Row first = model.transform(data).select("code").first();
    assertEquals(7, ((Vector) first.get(0)).size());
    assertTrue(model.summary().orElseThrow().metrics().get("reconstruction") > 0);
  }

  @Test
  void shouldBeTheLearnerOfAFamily() {
    Dataset<Row> data = data();
    PapilioModel general =
        new PapilioEstimator().setModel("softmax").setL2(0.1).setNumWorkers(2).fit(data);
    PapilioSoftmaxModel special = new PapilioSoftmax().setL2(0.1).setNumWorkers(2).fit(data);
    assertEquals(special.learned(), general.learned());
    assertEquals(special.transform(data).collectAsList(), general.transform(data).collectAsList());
    Vector features = (Vector) data.select("features").first().get(0);
    assertEquals(special.predict(features), general.predict(features));
  }

  @Test
  void shouldRefuseWhatThereIsNot() {
    Dataset<Row> data = data();
    PapilioEstimator learner = new PapilioEstimator();
    assertTrue(refusal(learner, data).contains("model is not set"));
    assertTrue(refusal(learner.setModel("tree"), data).contains("no model family 'tree'"));
    assertTrue(
        refusal(learner.setModel("linear").setSetting("atoms", 3), data)
            .contains("atoms is not for model linear"));
    assertThrows(IllegalArgumentException.class, () -> learner.setSetting("nothing", 3));
    assertThrows(IllegalArgumentException.class, () -> learner.setSetting("atoms", -3));
  }

  private static String refusal(PapilioEstimator learner, Dataset<Row> data) {
    return assertThrows(IllegalArgumentException.class, () -> learner.fit(data)).getMessage();
  }
}
