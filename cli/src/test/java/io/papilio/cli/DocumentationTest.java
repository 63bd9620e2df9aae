package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What no compiler checks in the documents. */
class DocumentationTest {

  /** Inline links and images, and the targets of reference links. */
  private static final Pattern LINK =
      Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)[^)]*\\)|^ {0,3}\\[[^\\]]+\\]:\\s*<?([^\\s>]+)");

  private static final Pattern CODE_SPAN = Pattern.compile("`[^`]*`");
  private static final Pattern ABSOLUTE_LINK = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*|//.*");
  private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.~*-])/(?:work|root)/");

  /** A file of bench, such as bench/run; names in capitals stand for others. */
  private static final Pattern BENCH =
      Pattern.compile("(?<![\\w./-])(?:\\./)?(bench/[\\w./-]*\\w)");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\bNAME\\b");
  private static final Pattern SWEEP = Pattern.compile("bench/run\\s+([a-z][a-z-]*)");
  private static final Pattern JMH = Pattern.compile("bench/jmh\\s+(\\w+)");

  /** A line of code that runs the command, up to a comment. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(?:\\$ )?(?:\\./)?papilio ([^#\\n]*)");

  private static final int README_LINES = 150;
  private static final int COLUMNS = 100;

  private final Path root = root();

  @Test
  void shouldLinkToExistingFiles() throws IOException {
    List<String> broken = new ArrayList<>();
    int checked = 0;
    for (Path document : documents()) {
      for (String link : relativeLinks(Files.readString(document))) {
        checked++;
        String path = URI.create(link.replaceFirst("[#?].*", "")).getPath();
        if (!Files.exists(document.resolveSibling(path))) {
          broken.add(root.relativize(document) + ": " + link);
        }
      }
    }
    assertEquals(List.of(), broken, "links to files that do not exist");
    assertNotEquals(0, checked, "no link found");
  }

  @Test
  void shouldNameFilesOfBenchThatThereAre() throws IOException {
    List<String> gone = new ArrayList<>();
    int checked = 0;
    for (Path document : documents()) {
      String text = Files.readString(document);
      List<String> named = new ArrayList<>(found(BENCH, text));
      found(SWEEP, text).forEach(name -> named.add("bench/sweeps/" + name + ".json"));
      found(JMH, text)
          .forEach(name -> named.add("bench/src/main/java/io/papilio/bench/jmh/" + name + ".java"));
      named.removeIf(PLACEHOLDER.asPredicate());
      checked += named.size();
      named.removeIf(name -> Files.exists(root.resolve(name)));
      named.forEach(name -> gone.add(root.relativize(document) + ": " + name));
    }
    assertEquals(List.of(), gone, "files of bench that do not exist");
    assertNotEquals(0, checked, "no file of bench found");
  }

  @Test
  void shouldGiveOptionsThatCommandsHave() throws IOException {
    List<String> unknown = new ArrayList<>();
    int checked = 0;
    for (Path document : documents()) {
      for (String words : found(COMMAND, Files.readString(document))) {
        if (!words.contains("--model ratings")) { // of a plug-in
          checked++;
          unknownOptions(words.strip().split("\\s+"))
              .forEach(option -> unknown.add(root.relativize(document) + ": " + option));
        }
      }
    }
    assertEquals(List.of(), unknown, "options that do not exist");
    assertNotEquals(0, checked, "no command found");
  }

  private static List<String> unknownOptions(String... words) {
    CommandLine papilio = Papilio.line();
    CommandLine command = papilio;
    for (String word : words) {
      command = command.getSubcommands().getOrDefault(word, command);
    }
    Predicate<String> known = command.getCommandSpec().optionsMap()::containsKey;
    if (words[0].equals("compare")) { // takes those of train as well
      known =
          known.or(
              papilio.getSubcommands().get("train").getCommandSpec().optionsMap()::containsKey);
    }
    List<String> unknown = new ArrayList<>();
    for (String word : words) {
      String option = word.replaceFirst("=.*", "");
      if (option.startsWith("--") && !known.test(option)) {
        unknown.add(words[0] + " " + option);
      }
    }
    return unknown;
  }

  @Test
  void shouldBeginWithAShortReadme() throws IOException {
    long lines = Files.readString(root.resolve("README.md")).lines().count();
    assertTrue(lines < README_LINES, lines + " lines");
  }

  /** Tables and code have lines as long as they need; files of results are not written by hand. */
  @Test
  void shouldWrapLines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path document : documents()) {
      if (!root.relativize(document).startsWith("bench/results")) {
        prose(Files.readString(document)).stream()
            .filter(line -> line.length() > COLUMNS && !line.startsWith("|"))
            .forEach(line -> tooLong.add(root.relativize(document) + ": " + line));
      }
    }
    assertEquals(List.of(), tooLong, "lines of more than " + COLUMNS + " characters");
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void shouldNotNamePathsOfOneMachine() throws Exception {
    List<String> found = new ArrayList<>();
    List<Path> files = trackedFiles();
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      // ISO-8859-1 reads any bytes; a NUL among the first says that it is not text.
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      int nul = text.indexOf('\0');
      if ((nul < 0 || nul > 8000) && MACHINE_PATH.matcher(text).find()) {
        found.add(root.relativize(file).toString());
      }
    }
    assertEquals(List.of(), found, "files with absolute paths");
    assertNotEquals(List.of(), files, "no file found");
  }

  private List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      documents.add(root.resolve(name));
    }
    documents.add(root.resolve("bench/README.md"));
    for (String name : List.of("docs", "bench/results")) {
      Path folder = root.resolve(name);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
      }
    }
    documents.removeIf(document -> !Files.isRegularFile(document));
    return documents;
  }

  /** The links of a Markdown text to other files, without those in code. */
  private static List<String> relativeLinks(String markdown) {
    List<String> links = new ArrayList<>();
    for (String line : prose(markdown)) {
      Matcher matcher = LINK.matcher(CODE_SPAN.matcher(line).replaceAll("code"));
      while (matcher.find()) {
        String link = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        if (!link.startsWith("#") && !ABSOLUTE_LINK.matcher(link).matches()) {
          links.add(link);
        }
      }
    }
    return links;
  }

  /** The lines of a Markdown text that are not within blocks of code. */
  private static List<String> prose(String markdown) {
    List<String> prose = new ArrayList<>();
    boolean code = false;
    for (String line : markdown.lines().toList()) {
      if (line.stripLeading().startsWith("```")) {
        code = !code;
      } else if (!code) {
        prose.add(line);
      }
    }
    return prose;
  }

  /** What git tracks or would add; in a copy without git, all but what builds leave. */
  private List<Path> trackedFiles() throws IOException, InterruptedException {
    List<Path> files = new ArrayList<>();
    for (String name : gitFiles()) {
      files.add(root.resolve(name));
    }
    if (files.isEmpty()) {
      try (Stream<Path> all = Files.walk(root)) {
        all.filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
            .forEach(files::add);
      }
    }
    files.removeIf(file -> !Files.isRegularFile(file));
    return files;
  }

  private List<String> gitFiles() throws InterruptedException {
    try {
      Process git =
          new ProcessBuilder("git", "ls-files", "-z", "-co", "--exclude-standard")
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 && !names.isEmpty() ? List.of(names.split("\0")) : List.of();
    } catch (IOException noGit) {
      return List.of();
    }
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("papilio")) || !Files.exists(folder.resolve("pom.xml"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no folder with papilio and pom.xml above the working one");
      }
    }
    return folder;
  }
}
