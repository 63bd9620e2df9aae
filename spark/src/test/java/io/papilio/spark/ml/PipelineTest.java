package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.model.ModelFile;
import io.papilio.spark.SparkCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.MaxAbsScaler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {
  private static final int FEATURES = 60;

  private final SparkCluster cluster = SparkCluster.shared();

  @TempDir Path folder;

  private Dataset<Row> data() {
    TopicGenerator generator = new TopicGenerator(11, FEATURES, 8);
    return Examples.data(
            cluster.session(),
            Examples.rows(generator.rows(0, 1200), FEATURES, UnaryOperator.identity()),
            2)
        .cache();
  }

  @Test
  void shouldBeAStageThatIsSavedAndLoaded() throws IOException {
    Dataset<Row> data = data();
    MaxAbsScaler scaler = new MaxAbsScaler().setInputCol("features").setOutputCol("scaled");
    PapilioLinear learner = new PapilioLinear().setFeaturesCol("scaled").setL2(0.25);
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {scaler, learner});
    String plan = folder.resolve("plan").toUri().toString();
    pipeline.save(plan);
    PapilioLinear planned = (PapilioLinear) Pipeline.load(plan).getStages()[1];
    assertEquals(learner.explainParams(), planned.explainParams());

    PipelineModel model = pipeline.fit(data);
    String path = folder.resolve("model").toUri().toString();
    model.save(path);
    PipelineModel loaded = PipelineModel.load(path);
    assertEquals(model.transform(data).collectAsList(), loaded.transform(data).collectAsList());
    PapilioLinearModel last = (PapilioLinearModel) loaded.stages()[1];
    assertEquals(((PapilioLinearModel) model.stages()[1]).learned(), last.learned());
    assertTrue(last.summary().isEmpty());
    assertTrue(last.toString().contains("60 features"), last.toString());
    String alone = folder.resolve("alone").toUri().toString();
    last.save(alone);
    assertThrows(IOException.class, () -> last.save(alone));
    last.write().overwrite().save(alone);
    LinearModel file = (LinearModel) ModelFile.read(folder.resolve("alone/model.papilio"));
    assertEquals(last.learned(), file);
  }

  /** Learners once had defaults of their own, which were saved with them and mean nothing now. */
  @Test
  void shouldReadALearnerThatWasSavedBefore() throws IOException {
    Path metadata = Files.createDirectories(folder.resolve("old/metadata"));
    String saved =
        """
        {"class":"io.papilio.spark.ml.PapilioLinear","timestamp":1,"sparkVersion":"4.1.0",
        "uid":"papilioLinear_1","paramMap":{"l2":0.25,"maxIter":7,"numWorkers":2,"seed":5},
        "defaultParamMap":{"batch":16,"consistency":"bsp","seed":1,"loss":"logistic","l1":0.0,
        "featuresCol":"features","labelCol":"label","predictionCol":"prediction",
        "rawPredictionCol":"rawPrediction","probabilityCol":"probability"}}
        """;
    Files.writeString(metadata.resolve("part-00000"), saved.replace("\n", "") + "\n");
    PapilioLinear old = PapilioLinear.load(folder.resolve("old").toUri().toString());
    assertEquals(0.25, old.getL2());
    assertEquals(7, old.getMaxIter());
    assertEquals(5, old.getSeed());
    assertEquals("hybrid", old.getOptimizer());
    assertEquals("{iterations=7, l2=0.25}", old.spec().settings().toString(), "only what was set");
  }
}
