package io.papilio.spark.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.spark.SparkCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PapilioSoftmaxTest {
  private static final int[] LABELS = {-3, 7, 12};

  private final SparkCluster cluster = SparkCluster.shared();

  @TempDir Path folder;

  /** A class is where its feature is largest, or nearly so; the last feature says nothing. */
  private Dataset<Row> data() {
    SplittableRandom random = new SplittableRandom(5);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      double[] x = random.doubles(4).toArray();
      x[i % 3] += 0.7;
      rows.add(RowFactory.create((double) LABELS[i % 3], Vectors.dense(x), 1.0));
    }
    return Examples.data(cluster.session(), rows, 4).cache();
  }

  @Test
  void shouldTellClassesApartAndBeTheSameWhenLoaded() throws Exception {
    Dataset<Row> data = data();
    PapilioSoftmaxModel model =
        new PapilioSoftmax().setNumWorkers(3).setSync("factors").setBatch(50).setRate(2).fit(data);
    assertArrayEquals(new double[] {-3, 7, 12}, model.labels());
    assertEquals(3, model.coefficientMatrix().numRows());
    assertEquals(4, model.coefficientMatrix().numCols());
    for (int c = 0; c < 3; c++) {
      double own = model.coefficientMatrix().apply(c, c);
      assertTrue(own > model.coefficientMatrix().apply(c, (c + 1) % 3));
    }
    Dataset<Row> said = model.transform(data);
    double right = said.filter("prediction = label").count() / 1500.0;
    assertTrue(right > 0.8, "right: " + right);
    Row first = said.select("features", "prediction", "probability").first();
    assertEquals(first.getDouble(1), model.predict((Vector) first.get(0)));
    assertEquals(1, Vectors.norm((Vector) first.get(2), 1), 1e-6);

    String path = folder.resolve("softmax").toUri().toString();
    model.setPredictionCol("said").save(path);
    PapilioSoftmaxModel loaded = PapilioSoftmaxModel.load(path);
    assertEquals(model.learned(), loaded.learned());
    assertEquals("said", loaded.getPredictionCol());
    assertTrue(
        model.transform(data).collectAsList().equals(loaded.transform(data).collectAsList()));
  }

  @Test
  void shouldRefuseLabelsThatAreNoClasses() {
    Row half = RowFactory.create(0.5, Vectors.dense(1), 1.0);
    Row one = RowFactory.create(1.0, Vectors.dense(1), 1.0);
    assertEquals("label 0.5: classes are whole numbers, of 24 bits at most", refusal(half, one));
    assertTrue(refusal(one, one).contains("all labels are 1"));
  }

  private String refusal(Row... rows) {
    Dataset<Row> bad = cluster.session().createDataFrame(List.of(rows), Examples.SCHEMA);
    return assertThrows(IllegalArgumentException.class, () -> new PapilioSoftmax().fit(bad))
        .getMessage();
  }
}
