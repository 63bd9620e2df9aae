package io.papilio.cli.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.papilio.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same training under several strategies. */
class CompareCommandTest {
  @TempDir private static Path shared;
  private static String data;

  @TempDir private Path folder;
  private Path html;

  @BeforeAll
  static void generate() {
    data = shared.resolve("some rows.svm").toString();
    Run.succeeds("data", "generate", "rcv1", "--rows", "300", "--out", data);
  }

  @BeforeEach
  void nameReport() {
    html = folder.resolve("report.html");
  }

  private String[] compare(String... more) {
    List<String> all = new ArrayList<>(List.of("compare", "--data", data, "--epochs", "1"));
    all.addAll(List.of("--html", html.toString(), "--rate", "5"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static JsonNode json(Run run) throws IOException {
    return Run.json(run.out());
  }

  @Test
  void shouldRunEachWithEach() throws IOException {
    JsonNode json =
        json(Run.succeeds(compare("--sync", "ring,periodic:2", "--workers", "1,3", "--json", "-")));
    List<String> runs = new ArrayList<>();
    for (JsonNode run : json.get("runs")) {
      JsonNode used = run.get("result").get("options");
      runs.add(used.get("sync").textValue() + " " + used.get("workers"));
      assertEquals("sgd", used.get("optimizer").textValue());
      assertEquals("threads", used.get("launch").textValue());
      assertEquals(300, run.get("result").get("examples").intValue());
    }
    assertEquals(List.of("ring 1", "periodic:2 1", "ring 3", "periodic:2 3"), runs);
    assertTrue(Files.readString(html).contains("ring with 3 workers"));
  }

  /** What the report says repeats a run does. */
  @ParameterizedTest
  @ValueSource(strings = {"threads", "processes"})
  void shouldSayHowToRepeatARun(String launch) throws IOException {
    String[] words = compare("--sync", "butterfly", "--workers", "2", "--launch", launch);
    Run.succeeds(words);
    JsonNode run = Run.json(json()).get("runs").get(0);
    String command = run.get("command").textValue();
    assertEquals(
        "papilio train --data '%s' --epochs 1 --rate 5 --optimizer sgd --sync butterfly"
                .formatted(data)
            + " --consistency bsp --workers 2 --launch "
            + launch,
        command);
    List<String> again = new ArrayList<>();
    for (String word : command.replace("'" + data + "'", "DATA").split(" ")) {
      again.add(word.equals("DATA") ? data : word);
    }
    again.addAll(List.of("--json", "-"));
    Run train = Run.succeeds(again.subList(1, again.size()).toArray(String[]::new));
    assertEquals(run.get("result").get("loss"), Run.json(train.out()).get("loss"));
  }

  /** Of the report. */
  private String json() throws IOException {
    String page = Files.readString(html);
    String begin = "id=\"data\">";
    int from = page.indexOf(begin) + begin.length();
    return page.substring(from, page.indexOf("</script>", from));
  }

  @Test
  void shouldLeaveOutWhatDoesNotGoTogether() throws IOException {
    Path graph = folder.resolve("two.txt");
    Files.writeString(graph, "0 1\n1 0\n");
    String syncs = "allreduce,butterfly,graph:" + graph;
    Run run =
        Run.succeeds(
            compare("--sync", syncs, "--consistency", "bsp,asp", "--workers", "3", "--json", "-"));
    List<String> left =
        run.err().lines().filter(line -> line.startsWith("papilio compare: left out: ")).toList();
    assertEquals(3, left.size(), run.err());
    assertTrue(left.get(0).contains("allreduce, asp, 3 workers: "), run.err());
    assertTrue(left.get(1).contains("is for 2 ranks, not for 3"), run.err());
    assertEquals(3, json(run).get("runs").size());
    assertEquals(3, json(run).get("leftOut").size());
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    Run.isRefused("bsp or ssp:S", compare("--sync", "allreduce,none", "--consistency", "asp"));
    Run.isRefused("epochs must be a whole number", "compare", "--epochs", "0");
    Run.isRefused("for train", compare("--out", "model"));
    Run.isRefused("for train", compare("--resume"));
    Run.isRefused("for train", compare("--join", "localhost:4000"));
    Run.isRefused("the standard input can be read once", "compare", "--data", "-");
    Run.isRefused("--launch processes", compare("--throttle", "1mbit"));
    Run.isRefused("--heartbeat-timeout has no use", compare("--heartbeat-timeout", "5"));
    Run.isRefused("--secret-file has no use", compare("--secret-file", "s"));
    Run.isRefused("--ports has no use", compare("--launch", "processes", "--ports", "4000"));
    Run.isRefused("no strategy 'moth'", compare("--sync", "butterfly,moth"));
    Run.isRefused("no consistency 'late'", compare("--consistency", "late"));
    Run.isRefused("--workers must be 1 or more", compare("--workers", "2,0"));
    Run.isRefused("did you mean --bad-lines or --batch?", compare("--bacth", "4"));
    Run.isRefused("must be one of logistic", compare("--loss", "heavy"));
    Run.isRefused("pegasos or sgd", "compare", "--optimizer", "lbfgs", "--sync", "ring");
    Run.isRefused("pegasos or sgd", "compare", "--optimizer=lbfgs", "--sync", "ring");
    Run.isRefused("no such file", "compare", "--html", folder.resolve("no/report.html").toString());
    Run.isRefused("is a folder", "compare", "--html", folder.toString());
    Run.isRefused("is a folder", compare("--json", folder.toString()));
    assertFalse(Files.exists(html));
  }

  @Test
  @EnabledIf("io.papilio.cli.Run#hasFullDevice")
  void shouldShowTheTableIfAFileCannotBeWritten() throws IOException {
    Run run = Run.of(compare("--sync", "ring", "--workers", "2", "--json", Run.FULL));
    assertEquals(1, run.code(), run.err());
    assertTrue(run.err().contains("cannot write " + Run.FULL), run.err());
    assertTrue(run.out().contains("ring"), run.out());
    assertTrue(Files.readString(html).contains("ring"));
    String[] noReport = {"compare", "--data", data, "--epochs", "1", "--html", Run.FULL};
    run = Run.of(noReport);
    assertEquals(1, run.code(), run.err());
    assertTrue(run.out().contains("butterfly"), run.out());
  }

  @Test
  void shouldRefuseBadDataAtOnce() {
    String none = folder.resolve("none.svm").toString();
    Run run = Run.of("compare", "--data", none, "--html", html.toString());
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("none.svm"), run.err());
    assertFalse(run.err().contains("run 1 of"), run.err());
  }
}
