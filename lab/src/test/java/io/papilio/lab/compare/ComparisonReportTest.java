package io.papilio.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page, as text and in a browser. */
class ComparisonReportTest {
  @TempDir private Path folder;

  private static String page() throws IOException {
    return ComparisonReport.html(ComparisonTest.example());
  }

  @Test
  void shouldContainAllThatItNeeds() throws IOException {
    String page = page();
    assertFalse(page.contains("{{"), "a part was not filled in");
    assertTrue(page.contains("Chart.js v"), "no library");
    assertTrue(page.contains("Permission is hereby granted"), "no license");
    assertTrue(page.contains("\"name\":\"ring\""), "no data");
    assertTrue(page.contains("prefers-color-scheme: dark"), "no dark colours");
    assertTrue(page.contains("default-src 'none'"), "free to load what it likes");
  }

  @Test
  void shouldLoadNothing() throws IOException {
    String page = page();
    List<String> found =
        Pattern.compile("\\b(src|href|action)\\s*=\\s*[\"']|\\burl\\(|@import|sourceMapping")
            .matcher(page)
            .results()
            .map(MatchResult::group)
            .toList();
    assertEquals(List.of(), found);
    List<String> elements =
        Pattern.compile("<(link|img|iframe|object|embed|script [^>]*src)")
            .matcher(page)
            .results()
            .map(MatchResult::group)
            .toList();
    assertEquals(List.of(), elements);
  }

  /** Whatever files and reasons are called, they stay text. */
  @Test
  void shouldKeepDataFromEndingTheScript() throws IOException {
    String evil = "</script><script>alert(1)</script><!-- $1 {{script}}";
    ComparisonRun run = ComparisonTest.run(evil, 2, 10, 0.5);
    String page = ComparisonReport.html(new Comparison(List.of(run), Map.of(evil, evil)));
    assertFalse(page.contains("alert(1)</script>"), "an element ended early");
    assertEquals(4, page.split("</script>", -1).length - 1);
  }

  @Test
  void shouldDrawEveryChart() throws Exception {
    Seen seen = open(page());
    assertEquals("", seen.errors);
    assertEquals(List.of(), seen.console);
    // Loss by examples, seconds and bytes; bytes; three runs' workers; distance.
    assertEquals(8, seen.charts.size());
    assertEquals(List.of("true"), seen.charts.stream().distinct().toList());
    assertTrue(seen.dom.contains("slowest: worker 1"), "the slowest worker is not named");
    assertTrue(seen.dom.contains("Left out: allreduce, asp, 2 workers"), "what is left out");
    assertTrue(seen.dom.contains("Nothing was sent by none."), "who sends nothing");
  }

  /** What train does not say yet, or not of this strategy, leaves a gap and no more. */
  @Test
  void shouldDoWithoutWhatIsNotKnown() throws Exception {
    List<ComparisonRun> runs =
        List.of(
            ComparisonTest.run("none", 1, 0, 0.5, Double.NaN),
            ComparisonTest.run("allreduce", 1, 0, Double.NaN, Double.NaN));
    Seen seen = open(ComparisonReport.html(new Comparison(runs, Map.of())));
    assertEquals("", seen.errors);
    assertEquals(List.of(), seen.console);
    assertFalse(seen.dom.contains("NaN"), "NaN is shown");
    assertFalse(seen.dom.contains("undefined</"), "undefined is shown");
  }

  /** So that the test above can fail. */
  @Test
  void shouldSeeABrokenScript() throws Exception {
    Seen noCharts = open(page().replace("new Chart(", "new Cart("));
    assertTrue(noCharts.errors.contains("Cart is not defined"), noCharts.errors);
    assertNotEquals(List.of(), noCharts.console);
    Seen noLines = open(page().replace("data: points,", "data: [],"));
    assertEquals("", noLines.errors);
    assertTrue(noLines.charts.contains("false"), noLines.charts.toString());
    Seen loads = open(page().replace("<header>", "<header><img src=\"https://localhost/a.png\">"));
    assertNotEquals(List.of(), loads.console);
  }

  /** What a browser makes of a page. */
  private record Seen(String dom, List<String> charts, String errors, List<String> console) {}

  private Seen open(String page) throws Exception {
    Optional<String> browser = browser();
    assumeTrue(browser.isPresent(), "no Chromium");
    Path file = folder.resolve("page.html");
    Path log = folder.resolve("log");
    Files.writeString(file, page);
    Process process =
        new ProcessBuilder(
                browser.get(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr",
                "--v=0",
                "--dump-dom",
                file.toUri().toString())
            .redirectError(log.toFile())
            .start();
    process.getOutputStream().close();
    String dom = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    String text = Files.readString(log, StandardCharsets.ISO_8859_1);
    assertTrue(dom.contains("</html>"), text);
    return new Seen(
        dom.replaceAll("(?s)<script.*?</script>", ""),
        all("<canvas[^>]* data-drawn=\"(\\w+)\"", dom),
        String.join("", all("<html[^>]* data-errors=\"([^\"]*)\"", dom)),
        text.lines().filter(line -> line.contains("CONSOLE")).toList());
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(one -> one.group(1)).toList();
  }

  private static Optional<String> browser() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(path -> Path.of(path, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }
}
