package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.train.ModelFile;
import io.papilio.spark.SparkCluster;
import java.io.IOException;
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
}
