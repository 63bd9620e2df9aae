package io.papilio.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.papilio.cli.Papilio;
import io.papilio.cli.Run;
import io.papilio.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictCommandTest {
  private static final String LIBSVM = "-1 1:1\n1 2:1\n";
  private static final String VW = "-1 | left\n1 | right\n";
  private static final String CSV = "left,right,y\n1,0,-1\n0,1,1\n";

  private static final Map<String, String> TEXTS = Map.of("svm", LIBSVM, "vw", VW, "csv", CSV);

  @TempDir private Path folder;
  private String model;

  /** A model of two examples, many times. */
  private void train(String name, String text) throws IOException {
    String header = name.endsWith("csv") ? text.substring(0, text.indexOf('\n') + 1) : "";
    String rows = text.substring(header.length());
    model = folder.resolve("model").toString();
    String data = write(name, header + rows.repeat(20));
    Run.succeeds("train", "--data", data, "--out", model, "--workers", "1");
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String predict(String name, String text) throws IOException {
    String data = write(name, text);
    return Run.succeeds("predict", "--model-file", model, "--data", data).out();
  }

  @ParameterizedTest
  @CsvSource({"a.svm, '2:1/1:1/ 2:3 # x'", "a, '2:1/1:1/5 2:3'"})
  void shouldAnswerLibsvmWithoutLabels(String name, String lines) throws IOException {
    train("train.svm", LIBSVM);
    assertEquals("1\n-1\n1\n", predict(name, lines.replace('/', '\n')));
  }

  @Test
  void shouldAnswerVwWithoutLabels() throws IOException {
    train("train.vw", VW);
    assertEquals("1\n-1\n1\n", predict("a.vw", "| right\n'tag| left\n1 | right\n"));
    String parts = Files.createDirectory(folder.resolve("parts")).toString();
    write("parts/0", "# no rows, and no format\n");
    write("parts/1", "| right\n");
    Run run = Run.succeeds("predict", "--model-file", model, "--data", parts);
    assertEquals("1\n", run.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "left,right,y\n0,1,\n1,0,\n",
        "left,right\n0,1\n1,0\n",
        "right,left\n1,0\n0,1\n",
        "y,right,left\n9,1,0\n9,0,1\n"
      })
  void shouldAnswerCsvByTheNamesOfColumns(String text) throws IOException {
    train("train.csv", CSV);
    assertEquals("1\n-1\n", predict("a.csv", text));
  }

  @Test
  void shouldNameColumnsThatDoNotFit() throws IOException {
    train("train.csv", CSV);
    for (String command : List.of("predict", "eval")) {
      String some = write("some.csv", "left,y\n1,1\n");
      String many = write("many.csv", "left,right,y,up,down\n1,1,1,1,1\n");
      Run.isRefused(
          "some.csv: lacks columns: right", command, "--model-file", model, "--data", some);
      Run.isRefused("not learned from: up, down", command, "--model-file", model, "--data", many);
    }
  }

  /** A feature of one has no index that means the same in the other. */
  @ParameterizedTest
  @CsvSource({"vw, svm", "vw, csv", "svm, vw", "svm, csv", "csv, svm", "csv, vw"})
  void shouldRefuseDataOfAnotherKind(String learned, String other) throws IOException {
    train("train." + learned, TEXTS.get(learned));
    String data = write("other." + other, TEXTS.get(other));
    for (String command : List.of("predict", "eval")) { // and predict says nothing before
      Run.isRefused("other." + other + ": has ", command, "--model-file", model, "--data", data);
    }
    String train = folder.resolve("train." + learned).toString();
    for (String workers : List.of("1", "2")) {
      String[] words = {"train", "--data", train, "--workers", workers, "--test", data};
      Run.isRefused("other." + other + ": has ", words);
    }
    Run.isRefused("model to begin with", "train", "--data", data, "--from", model);
  }

  /** Bits do not make indices of names. */
  @Test
  void shouldRefuseIndicesThatAreHashedWhereNamesWere() throws IOException {
    model = folder.resolve("model").toString();
    String indexed = write("train.svm", LIBSVM.repeat(20));
    Run.succeeds("train", "--data", indexed, "--bits", "18", "--out", model, "--workers", "1");
    assertEquals("1\n-1\n", predict("again.svm", "2:1\n1:1\n"));
    String named = write("named.vw", VW);
    Run.isRefused("go together", "predict", "--model-file", model, "--data", named);
    Run.isRefused("go together", "eval", "--model-file", model, "--data", named);
    for (String command : List.of("predict", "eval")) { // the model knows its features
      String[] words = {command, "--model-file", model, "--data", indexed, "--bits", "18"};
      Run.isRefused("Unknown option: '--bits'", words);
    }
  }

  @Test
  void shouldJudgeByTheNamesOfColumns() throws IOException {
    train("train.csv", CSV);
    String test = write("test.csv", "y,right,left\n1,1,0\n-1,0,1\n1,1,0\n");
    Run eval = Run.succeeds("eval", "--model-file", model, "--data", test);
    assertEquals(1.0, Double.parseDouble(eval.line("accuracy")));
    String train = folder.resolve("train.csv").toString();
    Run run = Run.succeeds("train", "--data", train, "--test", test, "--workers", "1");
    assertEquals(1.0, Double.parseDouble(run.line("accuracy")));
  }

  @Test
  void shouldNotGoOnFromAModelOfOtherColumns() throws IOException {
    train("train.csv", CSV);
    String other = write("other.csv", "right,left,y\n1,0,1\n0,1,-1\n");
    Run.isRefused("columns", "train", "--data", other, "--from", model, "--workers", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "a.svm, '1 1:1/2:1', 2, 1",
    "a.vw, '1 | x/| y', 2, 1",
    "a.csv, 'left,right,y/1,0,1/2,0,', 3, 5",
  })
  void shouldNeedLabelsToLearnAndToJudge(String name, String lines, int line, int column)
      throws IOException {
    String kind = name.substring(2);
    train("train." + kind, TEXTS.get(kind)); // a model that such data go with
    String data = write(name, lines.replace('/', '\n'));
    String where = "%s, line %d, column %d: no label: ".formatted(name, line, column);
    Run.isRefused(where, "train", "--data", data);
    Run.isRefused(where, "eval", "--model-file", model, "--data", data);
  }

  @Test
  void shouldSayHowManyHaveNoAnswer() throws IOException {
    train("train.svm", LIBSVM);
    String data = write("a.svm", "2:1\n1:x\n1:1\n");
    Run run = Run.succeeds("predict", "--model-file", model, "--data", data, "--bad-lines", "skip");
    assertEquals("1\n-1\n", run.out());
    assertTrue(run.err().contains("1 lines have no answer; the first: " + data), run.err());
  }

  @Test
  void shouldWriteAFileWholeOrNotAtAll() throws IOException {
    train("train.svm", LIBSVM);
    Path out = folder.resolve("answers");
    String good = write("good.svm", "2:1\n1:1\n");
    String bad = write("bad.svm", "2:1\n1:x\n");
    String[] arguments = {"predict", "--model-file", model, "--out", out.toString(), "--data"};
    Run.isRefused("line 2", with(arguments, bad));
    assertFalse(Files.exists(out));
    Run.succeeds(with(arguments, good));
    assertEquals("1\n-1\n", Files.readString(out));
    Run.isRefused("line 2", with(arguments, bad));
    assertEquals("1\n-1\n", Files.readString(out));
    try (Stream<Path> files = Files.list(folder)) {
      assertFalse(files.anyMatch(file -> file.toString().endsWith(".part")));
    }
  }

  private static String[] with(String[] arguments, String last) {
    return Stream.concat(Stream.of(arguments), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void shouldFailIfTheAnswersCannotBeWritten() throws IOException {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    train("train.svm", LIBSVM);
    String data = write("a.svm", "2:1\n1:1\n");
    Run run = Run.of("predict", "--model-file", model, "--data", data, "--out", "/dev/full");
    assertEquals(1, run.code(), run.err());
    assertTrue(run.err().startsWith("papilio predict: cannot write /dev/full: "), run.err());
    assertTrue(Files.exists(Path.of("/dev/full")));
    Run.isRefused(
        "none", "predict", "--model-file", model, "--data", data, "--out", folder + "/none/a");
  }

  /** What is behind a pipe may have seen enough. */
  @Test
  void shouldEndWhenNobodyReads() throws IOException {
    train("train.svm", LIBSVM);
    String data = write("a.svm", "2:1\n".repeat(1000));
    StandardOutput closed = new StandardOutput(new Broken("Broken pipe"));
    StringWriter err = new StringWriter();
    PrintWriter out = new PrintWriter(closed);
    String[] arguments = {"predict", "--model-file", model, "--data", data};
    int code = Papilio.run(out, new PrintWriter(err), arguments);
    assertEquals(0, code, err.toString());
    assertEquals("", err.toString());
    assertTrue(closed.isUnwanted());
  }

  @Test
  void shouldTellAFullDiskFromAClosedPipe() {
    StandardOutput full = new StandardOutput(new Broken("No space left on device"));
    assertThrows(IOException.class, () -> full.write(1));
    assertFalse(full.isUnwanted());
  }

  /** Takes nothing. */
  private static final class Broken extends OutputStream {
    private final String problem;

    Broken(String problem) {
      this.problem = problem;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(problem);
    }
  }
}
