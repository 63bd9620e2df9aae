package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import io.papilio.learn.job.OutputSpec;
import io.papilio.learn.model.Families;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.OptimizerKinds;
import io.papilio.learn.setting.Settings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From data to models, and what is done with them. */
class TrainCommandTest {
  @TempDir private static Path shared;
  private static String train;
  private static String test;

  @TempDir private Path folder;
  private String model;

  @BeforeAll
  static void generate() {
    train = shared.resolve("train.svm").toString();
    test = shared.resolve("test.svm.gz").toString();
    Run.succeeds("data", "generate", "rcv1", "--rows", "2000", "--out", train);
    Run.succeeds("data", "generate", "rcv1", "--rows", "1000", "--first", "2000", "--out", test);
  }

  @BeforeEach
  void nameModel() {
    model = folder.resolve("model").toString();
  }

  private JsonNode train(String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of("train", "--data", train, "--test", test));
    all.addAll(List.of("--out", model, "--json", "-"));
    all.addAll(List.of(more));
    return Run.json(Run.succeeds(all.toArray(String[]::new)).out());
  }

  @ParameterizedTest
  @CsvSource({
    "hybrid, logistic, 1",
    "hybrid, logistic, 3",
    "lbfgs, squared-hinge, 2",
    "lbfgs, hinge, 2",
    "online, logistic, 2",
    "sgd, logistic, 2",
    "sgd, hinge, 1",
    "pegasos, hinge, 2"
  })
  void shouldLearn(String optimizer, String loss, int workers) throws IOException {
    JsonNode json =
        train("--optimizer", optimizer, "--loss", loss, "--workers", String.valueOf(workers));
    assertTrue(json.get("accuracy").doubleValue() > 0.8, json.toString());
    assertTrue(json.get("auc").doubleValue() > 0.87, json.toString());
    assertEquals(workers, json.get("bytesSent").size());
    assertEquals(optimizer, json.get("options").get("optimizer").textValue());
    assertEquals(model, json.get("modelFile").textValue());
    JsonNode curve = json.get("curve");
    JsonNode last = curve.get(curve.size() - 1);
    assertEquals(json.get("examples").longValue(), last.get("examples").longValue());
    assertEquals(json.get("loss").doubleValue(), last.get("loss").doubleValue(), 1e-6);
    JsonNode eval =
        Run.json(Run.succeeds("eval", "--model-file", model, "--data", test, "--json", "-").out());
    for (String name : List.of("loss", "accuracy", "auc")) {
      assertEquals(json.get(name).doubleValue(), eval.get(name).doubleValue(), 1e-9, name);
    }
  }

  @Test
  void shouldGiveTheSameModelAgainAndInProcesses() throws IOException {
    List<byte[]> models = new ArrayList<>();
    for (String launch : List.of("threads", "threads", "processes")) {
      train("--workers", "2", "--launch", launch, "--optimizer", "hybrid");
      models.add(Files.readAllBytes(Path.of(model)));
    }
    assertArrayEquals(models.get(0), models.get(1));
    assertArrayEquals(models.get(0), models.get(2));
  }

  @Test
  void shouldChooseAnOptimizerForTheLoss() throws IOException {
    JsonNode json = train("--loss", "hinge");
    assertEquals("lbfgs", json.get("options").get("optimizer").textValue());
    assertTrue(json.get("accuracy").doubleValue() > 0.8, json.toString());
  }

  @Test
  void shouldEndEarlyByWhatWasHeldOut() throws IOException {
    String[] how = {"--optimizer", "sgd", "--l2", "0", "--rate", "20", "--epochs", "20"};
    long all = train(how).get("examples").longValue();
    List<String> early = new ArrayList<>(List.of(how));
    early.addAll(List.of("--hold-out", "0.2", "--patience", "4"));
    JsonNode json = train(early.toArray(String[]::new));
    assertEquals(20 * 2000, all);
    assertTrue(json.get("examples").longValue() < all / 2, json.toString());
    List<JsonNode> curve = new ArrayList<>();
    json.get("curve").forEach(curve::add);
    double lowest = curve.get(curve.size() - 5).get("loss").doubleValue();
    for (JsonNode point : curve) {
      assertTrue(point.get("loss").doubleValue() >= lowest, json.toString());
    }
  }

  /** Each row has a feature of its own, so that nothing can be known of rows that are kept back. */
  @Test
  void shouldBeJudgedByWhatWasHeldOut() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 1; i <= 200; i++) {
      rows.append(i % 2).append(' ').append(i).append(":1\n");
    }
    String data = Files.writeString(folder.resolve("own.svm"), rows).toString();
    String how = "--optimizer lbfgs --l2 0.01 --workers 2 --json -";
    List<Double> accuracies = new ArrayList<>();
    for (String more : List.of("", " --hold-out 0.3")) {
      List<String> words = new ArrayList<>(List.of("train", "--data", data));
      words.addAll(List.of((how + more).split(" ")));
      JsonNode json = Run.json(Run.succeeds(words.toArray(String[]::new)).out());
      accuracies.add(json.get("accuracy").doubleValue());
    }
    assertEquals(1, accuracies.get(0));
    assertTrue(accuracies.get(1) < 0.8, accuracies.toString());
  }

  /** Labels that mean nothing: whatever is learned makes the loss of other rows higher. */
  private String noise(String name, long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      rows.append(random.nextInt(2));
      for (int j = 1; j <= 40; j++) {
        rows.append(random.nextInt(3) == 0 ? " " + j + ":1" : "");
      }
      rows.append('\n');
    }
    return Files.writeString(folder.resolve(name), rows).toString();
  }

  @Test
  void shouldNotBlameTheRateIfItKeepsTheBestWeights() throws IOException {
    String how = "--optimizer sgd --l2 0 --rate 4 --epochs 20 --workers 1";
    List<String> words = new ArrayList<>(List.of("train", "--data", noise("some.svm", 1)));
    words.addAll(List.of(how.split(" ")));
    List<String> tested = new ArrayList<>(words);
    tested.addAll(List.of("--test", noise("others.svm", 2)));
    String rose = "the loss rose from";
    Run run = Run.succeeds(tested.toArray(String[]::new));
    assertTrue(run.err().contains(rose), run.err());
    words.addAll(List.of("--hold-out", "0.3", "--patience", "400"));
    run = Run.succeeds(words.toArray(String[]::new));
    assertFalse(run.err().contains(rose), run.err());
  }

  @Test
  void shouldShowMetricsByTheNamesThatPeopleKnow() {
    Run.succeeds("train", "--data", train, "--out", model);
    Run run = Run.succeeds("eval", "--model-file", model, "--data", test);
    assertTrue(run.line("loss").matches("0\\.\\d{6}"), run.out());
    for (String name : List.of("accuracy", "auROC", "auPRC")) {
      assertTrue(run.line(name).matches("0\\.\\d{4}"), run.out());
    }
    assertFalse(run.out().contains("auc"), run.out());
  }

  @Test
  void shouldTakeStrategiesWithoutAnOptimizer() throws IOException {
    JsonNode butterfly = train("--sync", "butterfly", "--workers", "2").get("options");
    assertEquals("sgd", butterfly.get("optimizer").textValue());
    JsonNode alone = train("--sync", "none", "--workers", "1", "--optimizer", "online");
    assertEquals("online", alone.get("options").get("optimizer").textValue());
  }

  @Test
  void shouldSayWhereTheTimeOfEachWorkerWent() throws IOException {
    Run run = Run.succeeds("train", "--data", train, "--workers", "3", "--launch", "processes");
    assertEquals(1, run.out().lines().filter(line -> line.endsWith("slowest")).count());
    JsonNode times = train("--workers", "3").get("times");
    assertEquals(3, times.size());
    for (JsonNode time : times) {
      assertTrue(time.get("loading").doubleValue() > 0, times.toString());
      assertTrue(time.get("computing").doubleValue() > 0, times.toString());
      assertTrue(time.get("waiting").doubleValue() >= 0, times.toString());
      assertTrue(time.get("communicating").doubleValue() > 0, times.toString());
    }
  }

  @Test
  void shouldThrottleLinksBetweenProcesses() throws IOException {
    JsonNode json =
        train(
            "--launch",
            "processes",
            "--workers",
            "2",
            "--optimizer",
            "lbfgs",
            "--epochs",
            "2",
            "--throttle",
            "200mbit");
    double sent = json.get("bytesSent").get(0).doubleValue();
    assertTrue(json.get("seconds").doubleValue() > 0.5 * sent / 25e6, json.toString());
    Run.isRefused("--launch processes", "train", "--data", train, "--throttle", "1mbit");
  }

  @Test
  void shouldGoOnFromAModel() throws IOException {
    double first = train("--optimizer", "lbfgs", "--epochs", "5").get("objective").doubleValue();
    JsonNode second = train("--optimizer", "lbfgs", "--epochs", "5", "--from", model);
    assertTrue(second.get("objective").doubleValue() < first);
  }

  @Test
  void shouldPredictInTheUsersLabels() throws IOException {
    Path data = folder.resolve("ones.svm");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append(1 + i % 2)
          .append(" ")
          .append(1 + i % 2)
          .append(":1 ")
          .append(3 + i)
          .append(":1\n");
    }
    Files.writeString(data, text);
    String file = data.toString();
    Run.succeeds("train", "--data", file, "--out", model, "--workers", "2");
    Run run = Run.succeeds("predict", "--model-file", model, "--data", file);
    assertEquals(
        text.toString().lines().map(line -> line.substring(0, 1)).toList(),
        run.out().lines().toList());
    Run.succeeds("export", "--model-file", model, "--format", "liblinear", "--out", model + ".txt");
    assertTrue(Files.readString(Path.of(model + ".txt")).contains("label 2 1"));
  }

  /** Where LIBLINEAR is installed (Debian: liblinear-tools). */
  @Test
  void shouldExportWhatLiblinearUnderstands() throws Exception {
    assumeTrue(isInstalled("liblinear-predict"));
    String plain = folder.resolve("test.svm").toString();
    String text = folder.resolve("model.liblinear").toString();
    String theirs = folder.resolve("theirs").toString();
    ProcessBuilder liblinear = new ProcessBuilder("liblinear-predict", plain, text, theirs);
    liblinear.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Run.succeeds("data", "convert", test, "--out", plain);
    train("--optimizer", "lbfgs", "--workers", "1");
    Run.succeeds("export", "--model-file", model, "--format", "liblinear", "--out", text);
    Run ours = Run.succeeds("predict", "--model-file", model, "--data", plain);
    assertEquals(0, liblinear.start().waitFor());
    assertEquals(Files.readAllLines(Path.of(theirs)), ours.out().lines().toList());
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @Test
  void shouldLearnFromNothingButItself() {
    Run run = Run.succeeds("train", "--optimizer", "online");
    assertTrue(run.err().contains("made-up"), run.err());
    assertTrue(Double.parseDouble(run.line("accuracy")) > 0.85, run.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 0:1",
        "1 2:3 2:4",
        "1 3:3 2:4",
        "1 1:nan",
        "1 1:x",
        "one 1:1",
        "1 1",
      })
  void shouldSayWhereBadInputIs(String line) throws IOException {
    Path data = folder.resolve("bad.svm");
    Files.writeString(data, "-1 1:1\n" + line + "\n1 2:1\n");
    String file = data.toString();
    Run.isRefused("bad.svm, line 2, column ", "train", "--data", file);
    Run.succeeds("train", "--data", file, "--bad-lines", "skip", "--workers", "1");
  }

  @Test
  void shouldSayWhereBadInputOfProcessesIs() throws IOException {
    Path data = folder.resolve("bad.svm");
    Files.writeString(data, "-1 1:1\n1 2:x\n");
    Run run = Run.of("train", "--data", data.toString(), "--launch", "processes");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("bad.svm, line 2, column "), run.err());
  }

  /** As with a full disk; here the name leaves no room for that of the file being written. */
  @ParameterizedTest
  @ValueSource(strings = {"threads", "processes"})
  void shouldShowTheResultIfTheModelCannotBeWritten(String launch) {
    String file = folder.resolve("m".repeat(240)).toString();
    Run run = Run.of("train", "--data", train, "--workers", "2", "--launch", launch, "--out", file);
    assertEquals(1, run.code());
    assertTrue(run.err().contains("cannot write the model to " + file), run.err());
    assertTrue(run.out().contains("accuracy"), run.out());
  }

  @Test
  @EnabledIf("io.papilio.cli.Run#hasFullDevice")
  void shouldShowTheResultIfTheJsonCannotBeWritten() {
    Run run = Run.of("train", "--data", train, "--out", model, "--json", Run.FULL);
    assertEquals(1, run.code());
    assertTrue(run.err().contains("cannot write " + Run.FULL), run.err());
    assertTrue(run.out().contains("accuracy"), run.out());
    run = Run.of("eval", "--model-file", model, "--data", test, "--json", Run.FULL);
    assertEquals(1, run.code());
    assertTrue(run.out().contains("accuracy"), run.out());
  }

  @Test
  void shouldRefuseToWriteJsonOntoAFolder() {
    String none = folder.toString();
    Run.isRefused("is a folder", "train", "--data", train, "--json", none);
    Run.isRefused("is a folder", "eval", "--model-file", model, "--data", test, "--json", none);
  }

  @Test
  void shouldShowTheResultIfTheCheckpointCannotBeDeleted() throws IOException {
    Files.createDirectories(Path.of(model + ".checkpoint", "not-empty"));
    Run run = Run.succeeds("train", "--data", train, "--workers", "2", "--out", model);
    assertTrue(run.err().contains("is of no use any more, and cannot be deleted"), run.err());
    assertTrue(run.out().contains("accuracy"), run.out());
  }

  @Test
  void shouldSaveTheModelBeforeItIsJudged() throws IOException {
    Path weightless = Files.writeString(folder.resolve("none.vw"), "1 0 | a\n-1 0 | b\n");
    Path data = Files.writeString(folder.resolve("some.vw"), "1 | a\n-1 | b\n".repeat(50));
    String[] words = {"train", "--data", data.toString(), "--test", weightless.toString()};
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--out", model, "--workers", "1"));
    Run run = Run.of(all.toArray(String[]::new));
    assertTrue(run.err().contains("nothing to measure"), run.err());
    Run.succeeds("predict", "--model-file", model, "--data", data.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "'--throttle has no use with threads', --throttle, 1mbit",
    "'--heartbeat-timeout has no use with threads', --heartbeat-timeout, 5",
    "'--secret-file has no use with threads', --secret-file, secret",
    "'--ports has no use with processes', --launch=processes, --ports=4000",
    "'--join has no use with --spark', --spark=local, --join=localhost:4000",
    "'--launch has no use with --spark', --spark=local, --launch=threads",
    "'checkpoint-every are not for Spark', --spark=local, --checkpoint-every=5",
    "'--launch has no use with --join', --join=localhost:4000, --launch=processes",
    "'none of threads, processes', --launch, hosts",
    "'--join-timeout has no use with --spark', --spark=local, --join-timeout=5"
  })
  void shouldRefuseOptionsOfOtherPlaces(String why, String option, String more) {
    Run.isRefused(why, "train", "--data", train, option, more);
  }

  @Test
  void shouldRefuseWhatCannotBe() throws IOException {
    Path three = folder.resolve("three.svm");
    Files.writeString(three, "1 1:1\n2 1:2\n3 1:3\n");
    Run.isRefused("softmax", "train", "--data", three.toString());
    Run.isRefused("none", "train", "--data", folder.resolve("none").toString());
    Run.isRefused("--workers must be 1 or more", "train", "--data", train, "--workers", "0");
    Run.isRefused("'x' is not an integer", "train", "--seed", "x");
    Run.isRefused("'x' is not a number", "train", "--pace", "x");
    Run.isRefused("fast", "train", "--data", train, "--rate", "fast", "--optimizer", "sgd");
    Run.isRefused("no", "train", "--data", train, "--out", folder.resolve("no/model").toString());
    Run.isRefused("is not a model", "eval", "--model-file", train, "--data", test);
  }

  /** Also those of a plug-in. */
  @Test
  void shouldNameAllModelsAndOptimizersThatThereAre() {
    String train = words(Run.succeeds("train", "--help").out());
    String eval = words(Run.succeeds("eval", "--help").out());
    for (ModelFamily family : Families.all()) {
      String known = "%s (%s)".formatted(family.name(), family.summary());
      assertTrue(train.contains(known), train);
      String usual = family.optimizer(Settings.NONE, OptionalLong.empty());
      assertTrue(train.matches(".*" + family.name() + "[^:]*: [^;]*" + usual + "\\*.*"), train);
      family
          .evaluationSettings()
          .forEach(setting -> assertTrue(eval.contains("--" + setting.name()), eval));
    }
    OptimizerKinds.all().forEach(kind -> assertTrue(train.contains(kind.name()), kind.name()));
    OutputSpec output = OutputSpec.NONE;
    String seconds = "every S seconds (default: %.0f)".formatted(output.checkpointSeconds());
    assertTrue(train.contains(seconds) && train.contains("(default: bsp)"), train);
  }

  /** Lines are broken anywhere. */
  private static String words(String help) {
    return help.replaceAll("\\s+", " ");
  }
}
