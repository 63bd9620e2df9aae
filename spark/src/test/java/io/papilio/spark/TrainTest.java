package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.TopicGenerator;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.train.ModelFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainTest {
  private final SparkCluster cluster = SparkCluster.shared();

  @TempDir Path folder;

  private void write(String name, int from, int count) throws IOException {
    SparseRows rows = new TopicGenerator(11, 60, 8).rows(from, count);
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows.size(); row++) {
      text.append((int) rows.label(row));
      for (int i = rows.start(row); i < rows.end(row); i++) {
        text.append(' ').append(rows.indices()[i] + 1).append(':').append(rows.values()[i]);
      }
      text.append('\n');
    }
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream zipped = name.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      zipped.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private String train(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("--data", folder.resolve("a.svm").toString()));
    all.addAll(List.of(words));
    return run(all.toArray(String[]::new));
  }

  private String run(String... words) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new Train(cluster.session(), List.of(words)).run(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldTrainFromFilesToAModel() throws Exception {
    write("a.svm", 0, 700);
    write("b.svm.gz", 700, 300);
    write("c.svm", 1000, 200);
    Path model = folder.resolve("model.papilio");
    String report =
        train(
            folder.resolve("b.svm.gz").toString(),
            "--test",
            folder.resolve("c.svm").toString(),
            "--l2=0.5",
            "--workers",
            "2",
            "--out",
            model.toUri().toString());
    assertTrue(report.contains("optimizer     hybrid, logistic loss"), report);
    assertTrue(report.contains("workers       2 tasks"), report);
    assertTrue(report.matches("(?s).*auROC +0\\.9.*"), report);
    LinearModel written = (LinearModel) ModelFile.read(model);
    assertEquals(60, written.size());
    assertEquals(-1, written.negative());
  }

  @Test
  void shouldTrainFromATable() throws Exception {
    write("a.svm", 0, 700);
    String table = folder.resolve("table").toString();
    cluster
        .session()
        .read()
        .format("libsvm")
        .load(folder.resolve("a.svm").toString())
        .withColumnRenamed("label", "sign")
        .write()
        .parquet(table);
    String lines = run("--data", folder.resolve("a.svm").toString(), "--workers", "1");
    String rows = run("--data", table, "--format", "parquet", "--label", "sign", "--workers", "1");
    assertEquals(objective(lines), objective(rows), 1e-3);
    IllegalArgumentException none =
        assertThrows(
            IllegalArgumentException.class,
            () -> run("--data", table, "--format", "parquet", "--label", "x"));
    assertTrue(none.getMessage().contains("no column x, but sign, features"), none.getMessage());
    assertThrows(IllegalArgumentException.class, () -> run("--data", table, "--format", "xml"));
  }

  private static double objective(String report) {
    return report
        .lines()
        .filter(line -> line.startsWith("objective"))
        .mapToDouble(line -> Double.parseDouble(line.split(" +")[1]))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() throws IOException {
    assertTrue(refusal("--launch", "processes").startsWith("--launch is not for Spark"));
    assertTrue(refusal("--l2").contains("--l2 has 0 values"));
    assertTrue(refusal().contains("no such file"));
    Files.writeString(folder.resolve("a.svm"), "1 1:2\n-1 3:x\n");
    assertTrue(refusal().contains("column 6 of '-1 3:x'"));
  }

  private String refusal(String... words) {
    return assertThrows(RuntimeException.class, () -> train(words)).getMessage();
  }
}
