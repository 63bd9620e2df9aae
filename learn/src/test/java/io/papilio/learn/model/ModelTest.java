package io.papilio.learn.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.Papilio;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.data.write.RowWriter;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.metric.MetricValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a Java program can ask a model. */
class ModelTest {
  private static final SparseRows ROWS = new ClassesGenerator(5).rows(0, 600);
  private static final SparseRows OTHERS = new ClassesGenerator(5).rows(600, 300);

  @TempDir private Path folder;

  private static List<Row> asRows(SparseRows block) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      Row row = Row.of();
      for (int at = block.start(i); at < block.end(i); at++) {
        row = row.with(block.indices()[at], block.values()[at]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Example> asExamples(SparseRows block) {
    List<Row> rows = asRows(block);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      examples.add(new Example(block.label(i), rows.get(i)));
    }
    return examples;
  }

  @Test
  void shouldPredictManyRows() {
    Model model = Papilio.train("softmax").rows(List.of(ROWS)).run().model();
    List<Row> rows = asRows(OTHERS);
    double[] labels = model.predict(rows);
    List<double[]> margins = model.predict(Model.MARGIN, rows);
    assertEquals(OTHERS.size(), labels.length);
    for (int i = 0; i < labels.length; i++) {
      assertEquals(model.predict(Model.LABEL, OTHERS, i)[0], labels[i]);
      assertArrayEquals(model.predict(Model.MARGIN, OTHERS, i), margins.get(i));
    }
    assertArrayEquals(new double[0], model.predict(List.of()));
    assertThrows(IllegalArgumentException.class, () -> model.predict("code", rows));
  }

  /** The metrics are those that a training reports of the same examples. */
  @Test
  void shouldBeJudgedByRowsExamplesAndFiles() throws Exception {
    TrainingResult result =
        Papilio.train("softmax").rows(List.of(ROWS)).testRows(List.of(OTHERS)).workers(2).run();
    Path file = folder.resolve("others.svm");
    try (RowWriter writer = RowWriter.libsvm(file)) {
      writer.write(OTHERS);
    }
    for (MetricValues metrics :
        List.of(
            result.model().evaluateRows(List.of(OTHERS)),
            result.model().evaluateExamples(asExamples(OTHERS)),
            result.model().evaluate(file.toString()))) {
      assertEquals(result.metrics().values().keySet(), metrics.values().keySet());
      result
          .metrics()
          .values()
          .forEach((name, value) -> assertEquals(value, metrics.get(name), 1e-6, name));
    }
  }

  @Test
  void shouldRefuseToBeJudgedByOtherFeatures() throws Exception {
    Path table = Files.writeString(folder.resolve("a.csv"), "y,a,b\n" + "1,2,3\n0,4,1\n".repeat(9));
    Model byIndex = Papilio.train("softmax").rows(List.of(ROWS)).run().model();
    String said =
        assertThrows(IllegalArgumentException.class, () -> byIndex.evaluate(table.toString()))
            .getMessage();
    assertTrue(said.contains("they do not go together"), said);
  }
}
