package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no compiler checks in the documents. */
class DocumentationTest {

  /** Inline links and images, and the targets of reference links. */
  private static final Pattern LINK =
      Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)[^)]*\\)|^ {0,3}\\[[^\\]]+\\]:\\s*<?([^\\s>]+)");

  private static final Pattern CODE_SPAN = Pattern.compile("`[^`]*`");
  private static final Pattern ABSOLUTE_LINK = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*|//.*");
  private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.~*-])/(?:work|root)/");

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
    Path docs = root.resolve("docs");
    if (Files.isDirectory(docs)) {
      try (Stream<Path> files = Files.walk(docs)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    documents.removeIf(document -> !Files.isRegularFile(document));
    return documents;
  }

  /** The links of a Markdown text to other files, without those in code. */
  private static List<String> relativeLinks(String markdown) {
    List<String> links = new ArrayList<>();
    boolean code = false;
    for (String line : markdown.lines().toList()) {
      if (line.stripLeading().startsWith("```")) {
        code = !code;
      } else if (!code) {
        var matcher = LINK.matcher(CODE_SPAN.matcher(line).replaceAll("code"));
        while (matcher.find()) {
          String link = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
          if (!link.startsWith("#") && !ABSOLUTE_LINK.matcher(link).matches()) {
            links.add(link);
          }
        }
      }
    }
    return links;
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
