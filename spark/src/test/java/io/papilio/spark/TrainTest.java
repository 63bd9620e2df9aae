package io.papilio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.linear.LinearModel;
import io.papilio.learn.model.ModelFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
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

  /** Returns a spec of these files with more fields, in which quotes are single. */
  private TrainingSpec spec(String fields, String... files) {
    String inputs =
        Arrays.stream(files)
            .map(file -> "'" + folder.resolve(file) + "'")
            .collect(Collectors.joining(","));
    return TrainingSpec.parse(
        ("{'data': {'inputs': [" + inputs + "]" + fields + "}").replace('\'', '"'));
  }

  private String train(TrainingSpec spec) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new Train(spec, cluster.context().hadoopConfiguration()).run(cluster.session(), "", out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldTrainFromFilesToAModel() throws Exception {
    write("a.svm", 0, 700);
    write("b.svm.gz", 700, 300);
    write("c.svm", 1000, 200);
    Path model = folder.resolve("model.papilio");
    String more =
        (", 'tests': ['%s']}, 'settings': {'l2': 0.5}, 'place': {'workers': 2},"
                + " 'output': {'model': '%s'}")
            .formatted(folder.resolve("c.svm"), model.toUri());
    String report = train(spec(more, "a.svm", "b.svm.gz"));
    assertTrue(report.matches("(?s)optimizer +hybrid, logistic loss\n.*"), report);
    assertTrue(report.matches("(?s).*\nworkers +2 tasks\n.*"), report);
    assertTrue(report.matches("(?s).*\nauROC +0\\.9.*"), report);
    LinearModel written = (LinearModel) ModelFile.read(model);
    assertEquals(60, written.size());
    assertEquals(-1, written.negative());

    String from = "}, 'output': {'from': '%s'}, 'settings': {'epochs': 1}, 'optimizer': 'lbfgs'";
    double again = value("objective", train(spec(from.formatted(model), "a.svm", "b.svm.gz")));
    double anew = value("objective", train(spec(from.formatted(""), "a.svm", "b.svm.gz")));
    assertTrue(again < 0.95 * anew, again + " with a model to begin with, " + anew + " without");
  }

  @Test
  void shouldKeepHowNamesWereHashed() throws Exception {
    Files.writeString(folder.resolve("a.vw"), "1 | sun\n-1 | rain\n".repeat(20));
    write("b.svm", 0, 20);
    Path model = folder.resolve("model.papilio");
    train(
        spec(
            "}, 'place': {'workers': 2}, 'output': {'model': '%s'}".formatted(model.toUri()),
            "a.vw"));
    Features features = ModelFile.read(model).features();
    assertEquals(18, features.bits());
    assertEquals(Features.Naming.TEXT, features.naming());
    String test = ", 'tests': ['%s']}".formatted(folder.resolve("b.svm"));
    TrainingSpec mixed = spec(test, "a.vw");
    String reason = assertThrows(IllegalArgumentException.class, () -> train(mixed)).getMessage();
    assertTrue(reason.contains("b.svm: has features by index"), reason);
  }

  @Test
  void shouldTrainFromATable() throws Exception {
    write("a.svm", 0, 700);
    cluster
        .session()
        .read()
        .format("libsvm")
        .load(folder.resolve("a.svm").toString())
        .withColumnRenamed("label", "sign")
        .write()
        .parquet(folder.resolve("table").toString());
    String alone = ", 'format': 'parquet', 'label': 'sign'}, 'place': {'workers': 1}";
    String lines = train(spec("}, 'place': {'workers': 1}", "a.svm"));
    String rows = train(spec(alone, "table"));
    assertEquals(value("objective", lines), value("objective", rows), 1e-3);
    assertTrue(
        refusal(spec(", 'format': 'parquet', 'label': 'x'}", "table"))
            .contains("no column 'x'; there are: sign, features"));
    assertTrue(
        refusal(spec(", 'format': 'parquet', 'bits': 8}", "table"))
            .contains("bits and interactions are for lines of text"));
    assertTrue(refusal(spec(", 'format': 'xml'}", "table")).startsWith("format must be one of"));
  }

  private static double value(String name, String report) {
    return report
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.split(" +")[1]))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldTakeAllThatTheCommandTakes() throws Exception {
    Files.writeString(
        folder.resolve("a.csv"),
        "y,a,b\n"
            + IntStream.range(0, 50)
                .mapToObj(i -> "1,1,%d\n0,0,%1$d\nbad\n1,1,-%1$d\n0,0,-%1$d\n".formatted(i))
                .collect(Collectors.joining()));
    String skipping = ", 'badLines': 'skip', 'holdOut': 0.2, 'bits': 6, 'interactions': ['  ']}";
    String report =
        train(spec(skipping + ", 'settings': {'l1': 0.1}, 'place': {'workers': 2}", "a.csv"));
    assertTrue(report.matches("(?s).*\nlines left out +50\n.*"), report);
    assertEquals(1, value("accuracy", report));
  }

  @Test
  void shouldRefuseBeforeSparkStarts() throws IOException {
    assertTrue(refusal(spec("}", "a.svm")).contains("a.svm: no such file"));
    write("a.svm", 0, 20);
    assertTrue(refusal(spec("}, 'output': {'resume': true}", "a.svm")).contains("not for Spark"));
    assertTrue(refusal(spec("}, 'optimizer': 'adam'", "a.svm")).contains("optimizer adam"));
    assertTrue(
        refusal(spec("}, 'output': {'model': '%s'}".formatted(folder), "a.svm"))
            .endsWith("is a folder: name a file in it"));
    assertTrue(
        assertThrows(RuntimeException.class, () -> Train.spec("{\"dat\": 1}"))
            .getMessage()
            .startsWith("unknown field 'dat'"));
    assertThrows(DataException.class, () -> Train.spec(folder.resolve("none.json").toString()));
    Path file = Files.writeString(folder.resolve("spec.json"), "{\"seed\": 3}");
    assertEquals(3, Train.spec(file.toString()).seed());
    assertEquals(TrainingSpec.of("linear"), Train.spec());
  }

  /** Lines do not say which file they are of, so all files must begin in one way. */
  @Test
  void shouldRefuseFilesThatBeginInAnotherWay() throws IOException {
    Files.writeString(folder.resolve("a.csv"), "y,a,b\n1,2,3\n0,1,1\n");
    Files.writeString(folder.resolve("b.csv"), "b,a,y\n1,2,3\n");
    write("c.svm", 0, 5);
    String other = refusal(spec("}", "a.csv", "b.csv"));
    assertTrue(other.matches(".*b.csv: has the columns b,a,y, but .*a.csv has y,a,b"), other);
    other = refusal(spec("}", "a.csv", "c.svm"));
    assertTrue(other.matches(".*c.svm: is LIBSVM, but .*a.csv is CSV"), other);
    other = refusal(spec("}", "c.svm", "a.csv"));
    assertTrue(other.matches(".*a.csv: is CSV, but .*c.svm is LIBSVM"), other);
    Files.writeString(folder.resolve("d.csv"), "# nothing\n");
    assertTrue(refusal(spec("}", "d.csv")).endsWith("d.csv: no examples"));
  }

  /** Folders and patterns stand for the files that the command would take, in their order. */
  @Test
  void shouldReadTheFilesThatTheCommandReads() throws Exception {
    Path parts = Files.createDirectories(folder.resolve("parts/more")).getParent();
    Files.writeString(parts.resolve("_SUCCESS"), "1,2\n");
    Files.writeString(parts.resolve("a.csv"), "# empty\n");
    Files.writeString(parts.resolve("b, [1].csv"), "y,a\n" + "1,2\n0,1\nbad\n".repeat(20));
    Files.writeString(parts.resolve("c.csv"), "y,a\n" + "1,2\n0,1\nbad\n".repeat(20));
    Files.writeString(parts.resolve("more/d.csv"), "1,2,3\n");
    String skipping = ", 'badLines': 'skip'}, 'place': {'workers': 2}";
    for (String input : List.of("parts", "part?", "parts/*.csv")) {
      String report = train(spec(skipping, input));
      assertTrue(report.matches("(?s).*\nlines left out +40\n.*"), report);
    }
    assertTrue(refusal(spec("}", "parts/*.svm")).contains("no such file or folder"));
    Files.createDirectories(folder.resolve("none/more"));
    assertTrue(refusal(spec("}", "none")).endsWith("a folder without files"));
  }

  @Test
  void shouldTrainSoftmaxAsItIsTold() throws Exception {
    write("a.svm", 0, 200);
    assertTrue(
        refusal(spec("}, 'model': 'softmax', 'settings': {'l1': 1}", "a.svm")).startsWith("l1"));
    assertTrue(
        refusal(spec("}, 'model': 'softmax', 'settings': {'loss': 'hinge'}", "a.svm"))
            .startsWith("loss"));
    String sdca = "}, 'model': 'softmax', 'optimizer': 'sdca', 'place': {'workers': 2}";
    String report = train(spec(sdca, "a.svm"));
    assertTrue(report.matches("(?s)optimizer +sdca, softmax\n.*"), report);
  }

  /** As spark-submit does it, before Spark starts. */
  @Test
  void shouldEndWithOneLineIfThereIsNoSuchFile() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    Path none = folder.resolve("none.svm");
    command.addAll(List.of(Train.class.getName(), Json.encode(spec("}", "none.svm"))));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, process.waitFor(), said);
    String line = "papilio train: %s: no such file or folder".formatted(none);
    assertTrue(said.lines().anyMatch(line::equals), said);
    assertFalse(said.contains("\tat "), said);
  }

  /** Before Spark has started. */
  @Test
  void shouldRefuseImages() throws IOException {
    byte[] image = {0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5};
    Files.write(folder.resolve("images-idx3-ubyte"), image);
    for (String format : List.of("}", ", 'format': 'idx'}")) {
      TrainingSpec spec = spec(format, "images-idx3-ubyte");
      assertThrows(RuntimeException.class, () -> new Train(spec, new Configuration()));
    }
  }

  /** As if the disk were full: here a file is in the way. */
  @Test
  void shouldShowTheResultIfTheModelCannotBeWritten() throws Exception {
    write("a.svm", 0, 200);
    String more = "}, 'output': {'model': '%s/model'}".formatted(folder.resolve("a.svm"));
    Train train = new Train(spec(more, "a.svm"), cluster.context().hadoopConfiguration());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Path json = folder.resolve("json");
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      assertFalse(train.run(cluster.session(), json.toString(), out));
    }
    String report = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(report.contains("accuracy"), report);
    assertFalse(report.contains("written to"), report);
    String text = Files.readString(json);
    assertTrue(text.contains("\"accuracy\""), text);
    assertTrue(text.contains("\"modelFile\" : null"), text);
  }

  @Test
  void shouldPrintJson() throws Exception {
    write("a.svm", 0, 200);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      Train train = new Train(spec("}", "a.svm"), cluster.context().hadoopConfiguration());
      assertTrue(train.run(cluster.session(), "-", out));
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(text.startsWith("{") && text.stripTrailing().endsWith("}"), text);
  }

  @Test
  void shouldNameABadLine() throws IOException {
    Files.writeString(folder.resolve("a.svm"), "1 1:2\n-1 3:x\n");
    TrainingSpec spec = spec("}", "a.svm");
    String refused = assertThrows(IllegalArgumentException.class, () -> train(spec)).getMessage();
    assertTrue(refused.contains("column 6 of '-1 3:x'"), refused);
  }

  /** A label that one of two workers finds, while the other waits for it. */
  @Test
  void shouldSayWhatOneWorkerRefuses() throws IOException {
    write("a.svm", 0, 200);
    Files.writeString(folder.resolve("b.svm"), "7 1:2\n");
    String more = ", 'tests': ['%s']}, 'place': {'workers': 2}".formatted(folder.resolve("b.svm"));
    assertTrue(
        refusal(spec(more, "a.svm")).startsWith("label 7 was not learned; the model knows -1, 1"));
  }

  /** Before anything is trained. */
  private String refusal(TrainingSpec spec) {
    return assertThrows(
            RuntimeException.class,
            () -> {
              Train train = new Train(spec, new Configuration());
              train.run(cluster.session(), "", System.out);
            })
        .getMessage();
  }
}
