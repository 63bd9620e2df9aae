package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matrix models: from data to models, and what is done with them. */
@Timeout(300)
class MatrixModelsTest {
  @TempDir private static Path shared;
  private static String train;
  private static String test;

  @TempDir private Path folder;
  private String model;

  /** Four classes, called -3, 7, 12 and 40, of dense rows: two of eight numbers are large. */
  @BeforeAll
  static void generate() throws IOException {
    train = shared.resolve("train.svm").toString();
    test = shared.resolve("test.svm").toString();
    Files.writeString(Path.of(train), rows(0, 300));
    Files.writeString(Path.of(test), rows(300, 90));
  }

  private static String rows(int from, int count) {
    int[] labels = {12, -3, 40, 7};
    StringBuilder text = new StringBuilder();
    for (int i = from; i < from + count; i++) {
      int kind = i * 7 % 4;
      text.append(labels[kind]);
      for (int j = 0; j < 8; j++) {
        double noise = Math.abs(Math.sin(i * 12.9898 + j * 78.233)) / 3;
        text.append(' ').append(j + 1).append(':').append(j / 2 == kind ? 0.6 + noise : noise);
      }
      text.append('\n');
    }
    return text.toString();
  }

  @BeforeEach
  void nameModel() {
    model = folder.resolve("model").toString();
  }

  private JsonNode train(String how, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("train", "--data", train, "--test", test));
    all.addAll(List.of("--out", model, "--json", "-", "--model"));
    all.addAll(Arrays.asList(how.split(" ")));
    all.addAll(List.of(more));
    return Run.json(Run.succeeds(all.toArray(String[]::new)).out());
  }

  private JsonNode eval(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("eval", "--model-file", model, "--data", test));
    all.addAll(List.of("--json", "-"));
    all.addAll(List.of(more));
    return Run.json(Run.succeeds(all.toArray(String[]::new)).out());
  }

  private List<String> predict(String... more) {
    List<String> all = new ArrayList<>(List.of("predict", "--model-file", model, "--data", test));
    all.addAll(List.of(more));
    return Run.succeeds(all.toArray(String[]::new)).out().lines().toList();
  }

  private static List<double[]> numbers(List<String> lines) {
    return lines.stream()
        .map(line -> Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "softmax",
        "softmax --optimizer sdca",
        "dml --dimensions 3",
        "sparse-coding --atoms 5 --epochs 2"
      })
  void shouldGiveTheSameModelOnThreadsAndProcesses(String how) throws IOException {
    List<byte[]> models = new ArrayList<>();
    for (String launch : List.of("threads", "processes")) {
      JsonNode json = train(how + " --workers 3 --launch " + launch);
      models.add(Files.readAllBytes(Path.of(model)));
      assertEquals(3, json.get("bytesSent").size());
      assertTrue(json.get("objective").doubleValue() > 0, json.toString());
    }
    assertArrayEquals(models.get(0), models.get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "softmax --sync factors",
        "softmax --sync factors:ring --consistency ssp:2",
        "softmax --sync factors:tree --consistency asp",
        "softmax --sync full-matrix",
        "softmax --sync server --schedule adagrad",
        "softmax --schedule constant --rate 0.5",
        "softmax --optimizer sdca --sync server",
        "softmax --optimizer sdca --tolerance 0.01"
      })
  void shouldLearnClasses(String how) throws IOException {
    JsonNode json = train(how, "--workers", "3");
    assertTrue(json.get("accuracy").doubleValue() > 0.95, json.toString());
    assertEquals(1, json.get("top5").doubleValue());
    assertEquals("softmax", json.get("options").get("model").textValue());
    JsonNode eval = eval();
    for (String name : List.of("loss", "accuracy", "top5")) {
      assertEquals(json.get(name).doubleValue(), eval.get(name).doubleValue(), 1e-9, name);
    }
    assertEquals(90, eval.get("examples").intValue());
  }

  @Test
  void shouldSayLabelsProbabilitiesAndMargins() throws IOException {
    double accuracy = train("softmax --workers 2").get("accuracy").doubleValue();
    List<String> truth =
        Files.readAllLines(Path.of(test)).stream().map(line -> line.split(" ")[0]).toList();
    List<String> labels = predict();
    int right = 0;
    for (int i = 0; i < truth.size(); i++) {
      right += labels.get(i).equals(truth.get(i)) ? 1 : 0;
    }
    assertEquals(accuracy, right / 90.0, 1e-9);
    List<String> order = List.of("-3", "7", "12", "40");
    List<double[]> probabilities = numbers(predict("--print", "probability"));
    List<double[]> margins = numbers(predict("--print", "margin"));
    for (int i = 0; i < truth.size(); i++) {
      double[] p = probabilities.get(i);
      double[] z = margins.get(i);
      assertEquals(4, p.length);
      assertEquals(1, Arrays.stream(p).sum(), 1e-5);
      int said = order.indexOf(labels.get(i));
      for (int j = 0; j < 4; j++) {
        assertTrue(p[said] >= p[j] && z[said] >= z[j], labels.get(i));
        assertEquals(p[j] / p[said], Math.exp(z[j] - z[said]), 1e-4);
      }
    }
  }

  @Test
  void shouldComeToOneOptimumByBothOptimizers() throws IOException {
    double dual = train("softmax --optimizer sdca --tolerance 1e-5").get("objective").doubleValue();
    double primal = train("softmax --epochs 200").get("objective").doubleValue();
    assertEquals(dual, primal, 0.01 * dual);
  }

  @Test
  void shouldProjectToWhereClassesAreNear() throws IOException {
    JsonNode json = train("dml --dimensions 3 --pairs 2000 --workers 1");
    assertTrue(json.get("loss").doubleValue() < 0.25, json.toString());
    assertEquals(2000, json.get("examples").intValue());
    assertEquals(json.get("loss").doubleValue(), eval().get("loss").doubleValue(), 1e-9);
    List<double[]> projected = numbers(predict());
    assertEquals(90, projected.size());
    assertEquals(3, projected.get(0).length);
    double near = 0;
    double far = 0;
    for (int i = 0; i + 4 < 90; i++) {
      near += distance(projected.get(i), projected.get(i + 4)); // the classes come in turn
      far += distance(projected.get(i), projected.get(i + 3));
    }
    assertTrue(near < far / 2, near + " " + far);
  }

  @Test
  void shouldJudgeADistanceByTheSamePairsOnAllWorkers() throws IOException {
    JsonNode json = train("dml --dimensions 3 --workers 3");
    double loss = json.get("loss").doubleValue();
    assertEquals(loss, eval().get("loss").doubleValue(), 1e-9);
    JsonNode curve = json.get("curve");
    assertEquals(loss, curve.get(curve.size() - 1).get("loss").doubleValue(), 1e-6);
  }

  @Test
  void shouldTellClassesByNeighbours() throws IOException {
    train("dml --dimensions 3 --workers 2");
    assertTrue(eval().get("accuracy").doubleValue() > 0.95);
    JsonNode known = eval("--neighbours", "3", "--reference", train);
    assertTrue(known.get("accuracy").doubleValue() > 0.95, known.toString());
    String few = write("few.svm", "7 7:1 8:1\n"); // all are told to be 7
    assertEquals(23 / 90.0, eval("--reference", few).get("accuracy").doubleValue(), 1e-9);
    String[] eval = {"eval", "--model-file", model, "--data", test, "--neighbours", "0"};
    Run.isRefused("neighbours must be a whole number, 1 or more", eval);
    train("sparse-coding --atoms 2 --epochs 1");
    Run.isRefused("are for models of dml", eval);
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  @Test
  void shouldFindCodes() throws IOException {
    JsonNode json = train("sparse-coding --atoms 6 --l1 0.05 --workers 2");
    List<String> codes = predict();
    assertEquals(90, codes.size());
    int entries = 0;
    for (String code : codes) {
      for (String entry : code.split(" ")) {
        entries++;
        assertTrue(entry.matches("[1-6]:-?\\d.*"), code);
      }
    }
    assertEquals(json.get("nonZeros").doubleValue(), entries / 90.0 / 6, 1e-9);
    assertTrue(json.get("reconstruction").doubleValue() < 0.1, json.toString());
    assertEquals(json.get("loss").doubleValue(), eval().get("loss").doubleValue(), 1e-9);
  }

  @Test
  void shouldPrintWhatTheModelIsFor() throws IOException {
    train("dml");
    String[] predict = {"predict", "--model-file", model, "--data", test, "--print", "label"};
    Run.isRefused("has no label; it has: projection", predict);
    train("softmax --optimizer sdca");
    predict[6] = "code";
    Run.isRefused("has no code; it has: label, probability, margin", predict);
    Run.isRefused(
        "liblinear is for linear models",
        "export",
        "--model-file",
        model,
        "--format",
        "liblinear",
        "--out",
        model + ".txt");
    Run.succeeds("export", "--model-file", model, "--format", "text", "--out", model + ".txt");
    assertEquals("label\t-3\t7\t12\t40", Files.readAllLines(Path.of(model + ".txt")).get(1));
  }

  @Test
  void shouldDrawAtomsThatAreSquares() throws IOException {
    String png = model + ".png";
    String[] export = {"export", "--model-file", model, "--format", "png", "--out", png};
    train("softmax --epochs 1 --rate 1");
    Run.isRefused("png draws the atoms of sparse coding, this is softmax of 4 classes", export);
    train("sparse-coding --atoms 6 --epochs 1");
    Run.isRefused("8 features are no square number", export);
    assertFalse(Files.exists(Path.of(png)));
    String nine = write("nine.svm", "0 1:1 5:0.5 9:1\n0 2:1 4:0.25\n0 3:1 9:0.5\n");
    String learn = "train --model sparse-coding --atoms 5 --data %s --out %s";
    Run.succeeds(learn.formatted(nine, model).split(" "));
    Run.succeeds(export);
    BufferedImage image = ImageIO.read(Path.of(png).toFile());
    assertEquals(3 * 34 + 1, image.getWidth()); // three pixels by eleven, and one between
    assertEquals(2 * 34 + 1, image.getHeight());
  }

  @Test
  void shouldGoOnFromAModel() throws IOException {
    for (String how : List.of("softmax --l2 0.1", "dml", "sparse-coding --atoms 6")) {
      String[] few = {"--rate", "0.25", "--epochs", "2", "--workers", "2"};
      double first = train(how, few).get("objective").doubleValue();
      double second = train(how + " --from " + model, few).get("objective").doubleValue();
      assertTrue(second < first, how);
    }
    refuses("of the family sparse-coding, not softmax", "--model", "softmax", "--from", model);
    refuses("of the family sparse-coding, not linear", "--from", model, "--loss", "squared");
    refuses("has another size", "--model", "sparse-coding", "--from", model);
    train("dml --epochs 1 --rate 1");
    String[] other = {"--model", "dml", "--dimensions", "31", "--from", model};
    refuses("has another size: it is a metric of 8 features in 32", other);
  }

  @Test
  void shouldEndEarlyByWhatWasHeldOut() throws IOException {
    String how = "softmax --l2 0 --rate 1000 --schedule constant --epochs 200 --hold-out 0.2";
    JsonNode json = train(how + " --patience 2"); // it comes to a loss of nothing at all
    assertTrue(json.get("examples").longValue() < 240 * 100, json.toString());
  }

  @Test
  void shouldLearnFromNothingButItself() {
    Run run = Run.succeeds("train", "--model", "softmax", "--rate", "64", "--epochs", "1");
    assertTrue(run.err().contains("made-up"), run.err());
    assertTrue(run.err().contains("a worker needs "), run.err());
    assertTrue(Double.parseDouble(run.line("accuracy")) > 0.9, run.out());
  }

  @Test
  void shouldCompareWhatTheyExchange() throws IOException {
    String html = folder.resolve("report.html").toString();
    String[] compare = {
      "compare",
      "--model",
      "softmax",
      "--data",
      train,
      "--rate",
      "1",
      "--workers",
      "3",
      "--html",
      html,
      "--json",
      "-"
    };
    JsonNode runs = Run.json(Run.succeeds(compare).out()).get("runs");
    List<String> syncs = new ArrayList<>();
    for (JsonNode run : runs) {
      syncs.add(run.get("sync").textValue());
      double first = runs.get(0).get("result").get("loss").doubleValue();
      assertEquals(first, run.get("result").get("loss").doubleValue(), 1e-4);
    }
    assertEquals(List.of("factors", "full-matrix", "server"), syncs);
    Run.isRefused("no strategy 'rings'", "compare", "--model", "softmax", "--sync", "rings");
  }

  @Test
  void shouldSendFactorsAlongAGraphOfTheUser() throws IOException {
    String graph = write("ring.txt", "0 1\n1 2\n2 0\n");
    String[] train = {
      "train", "--model", "softmax", "--workers", "3", "--rate", "1", "--json", "-"
    };
    List<String> words = new ArrayList<>(List.of(train));
    words.addAll(List.of("--consistency", "ssp:1", "--sync", "factors:graph:" + graph));
    JsonNode result = Run.json(Run.succeeds(words.toArray(String[]::new)).out());
    assertTrue(result.get("accuracy").doubleValue() > 0.5, result.toString());
  }

  @Test
  void shouldLookAtNoLabelForSparseCodes() throws IOException {
    String bare = write("bare.svm", "1:1 3:0.5\n2:1 3:-0.5\n1:0.9 2:0.1\n");
    Run.succeeds("train", "--model", "sparse-coding", "--atoms", "2", "--data", bare);
  }

  private static void refuses(String why, String... more) {
    List<String> all = new ArrayList<>(List.of("train", "--data", train));
    all.addAll(List.of(more));
    Run.isRefused(why, all.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "softmax, --sync butterflies, 'for matrix models auto, factors, full-matrix'",
    "softmax, --sync factors:no, no",
    "softmax, --consistency notify-ack --sync factors, notify-ack",
    "softmax, --consistency barrier-only --sync factors, lab",
    "softmax, --consistency ssp:2 --sync full-matrix, goes with bsp only",
    "softmax, --optimizer sdca --schedule adagrad, schedule is not for model softmax",
    "softmax, --optimizer sdca --rate 5, rate is not for model softmax",
    "softmax, --optimizer sgd --tolerance 1e-3, tolerance is not for model softmax",
    "softmax, --sync factors:graph:nowhere, nowhere",
    "softmax, --consistency ssp:2 --sync factors --optimizer sdca, sdca",
    "softmax, --optimizer online, 'use one of lbfgs, sdca, sgd'",
    "dml, --optimizer sdca, use one of sgd",
    "softmax, --optimizer sdca --l2 0, needs l2 above 0",
    "softmax, --l2 -1, 'l2 must be a number, 0 or more'",
    "softmax, --l1 1, l1 is not for model softmax",
    "dml, --l2 1, l2 is not for model dml",
    "softmax, --loss hinge, loss is not for model softmax",
    "softmax, --atoms 3, it is for model sparse-coding",
    "sparse-coding, --pairs 3, it is for model dml",
    "dml, --pairs 0, pairs must be a whole number",
    "dml, --dissimilar 0, dissimilar must be a number",
    "linear, --dimensions 2, it is for model dml",
    "linear, --optimizer sdca, cannot train linear",
    "linear, --optimizer sgd --sync factors, is for matrix models",
    "softmax, --optimizer sdca --sync butterfly, sdca adds up",
    "softmax, --optimizer sdca --from x, begins at zero",
    "softmax, --sync factors --consistency asp --resume --out x, as under consistency bsp",
    "softmax, --on-failure shrink --optimizer sdca --launch processes, not with sdca",
    "softmax, --rate 0, rate",
    "softmax, --batch 0, batch must be a whole number",
    "trees, --batch 3, trees"
  })
  void shouldRefuseWhatDoesNotGoTogether(String kind, String options, String why) {
    List<String> all = new ArrayList<>(List.of("--model", kind));
    all.addAll(Arrays.asList(options.split(" ")));
    refuses(why, all.toArray(String[]::new));
  }

  @Test
  void shouldRefuseLabelsThatAreNoClasses() throws IOException {
    String one = write("one.svm", "3 1:1\n3 2:1\n");
    String half = write("half.svm", "1 1:1\n1.5 2:1\n");
    String other = write("other.svm", "12 1:1\n8 2:1\n");
    for (String kind : List.of("softmax", "dml")) {
      String[] words = {"train", "--model", kind, "--data", one};
      Run.isRefused("all labels are 3", words);
      words[4] = half;
      Run.isRefused("label 1.5: classes are whole numbers", words);
      refuses("label 8 was not learned", "--model", kind, "--test", other);
    }
    train("softmax --epochs 1 --rate 1");
    String why = "label 8 was not learned; the model knows -3, 7, 12, 40";
    Run.isRefused(why, "eval", "--model-file", model, "--data", other);
    assertEquals(
        2, Run.succeeds("predict", "--model-file", model, "--data", other).out().lines().count());
    Run.succeeds("train", "--model", "sparse-coding", "--data", half, "--atoms", "2");
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "--schedule adagrad --consistency asp --workers 2, true",
    "--schedule adagrad --consistency ssp:1 --workers 2, true",
    "--schedule adagrad --consistency bsp --workers 2, false",
    "--schedule adagrad --consistency asp --workers 1, false",
    "--schedule constant --consistency asp --workers 2, false"
  })
  void shouldWarnOfStepsThatLetWorkersDriftApart(String how, boolean warns) {
    List<String> all = new ArrayList<>(List.of("train", "--model", "softmax", "--data", train));
    all.addAll(Arrays.asList(("--sync factors --epochs 1 --rate 0.1 " + how).split(" ")));
    Run run = Run.succeeds(all.toArray(String[]::new));
    assertEquals(warns, run.err().contains("workers drift apart"), run.err());
  }

  @Test
  void shouldNameTheRowWhoseFactorsAreNoNumbers() {
    Run run = Run.of("train", "--data", train, "--model", "dml", "--rate", "1e30");
    assertEquals(1, run.code(), run.toString());
    assertTrue(run.err().contains("of its shard: the model gave factors that are no"), run.err());
  }

  @Test
  void shouldWarnIfTheLossRises() {
    String how = "--model dml --rate 500 --schedule constant --pairs 300";
    Run run = Run.succeeds(("train --data " + train + " " + how).split(" "));
    assertTrue(run.err().contains("a rate below 500 may help"), run.err());
  }

  @Test
  void shouldSayWhatWasFound() throws IOException {
    JsonNode used = train("softmax --optimizer sgd --workers 2 --epochs 1").get("options");
    assertTrue(used.get("rateFound").doubleValue() > 0, used.toString());
    assertTrue(used.get("exchange").textValue().matches("factors|sparse|dense"), used.toString());
    JsonNode dual = train("softmax --optimizer sdca --workers 2 --epochs 1").get("options");
    assertTrue(dual.get("exchange").textValue().matches("factors|sparse|dense"), dual.toString());
    JsonNode given = train("softmax --sync factors --rate 1 --epochs 1").get("options");
    assertTrue(!given.has("rateFound") && !given.has("exchange"), given.toString());
    assertEquals("factors", given.get("sync").textValue());
  }

  @Test
  void shouldRefuseWhatDoesNotFitIntoMemory() throws IOException {
    String wide = write("wide.svm", "1 1:1\n2 100000000:1\n");
    Run.isRefused("a worker needs ", "train", "--data", wide, "--model", "softmax");
    String[] dml = {"train", "--data", wide, "--model", "dml", "--dimensions", "100"};
    Run.isRefused("more than an array holds", dml);
    String[] pairs = {"train", "--data", train, "--model", "dml", "--pairs", "2000000000"};
    Run.isRefused("pairs of examples need", pairs);
  }
}
