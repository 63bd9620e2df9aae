package io.papilio.bench.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a sweep finds on this machine. Cases name it by placeholders.
 *
 * <pre>
 *   {ROOT}     the repository
 *   {DATA}     data sets, as the user says
 *   {FILES}    made-up files, which stay there for the next time
 *   {PYTHON}   an interpreter that has what the case "needs": python MODULE
 * </pre>
 */
record Workplace(Path root, Path data, Path files) {
  private static final String PROPERTY = "papilio.root";
  private static final String PYTHON = "python ";

  /** Debian's modules belong to Debian's Python, which may not be the first one of the path. */
  private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

  /** Returns the repository, which the scripts that start this program know. */
  static Path repository() {
    Path root = Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath();
    if (!Files.exists(root.resolve("papilio"))) {
      throw new IllegalStateException("no papilio in " + root + ": start this by bench/run");
    }
    return root;
  }

  /** Returns what a case needs, if it is a program or a module that is not installed. */
  static Optional<String> missing(JsonNode told) throws InterruptedException {
    String needed = told.path("needs").asText();
    boolean isThere =
        needed.isEmpty()
            || (needed.startsWith(PYTHON)
                ? interpreter(needed).isPresent()
                : Child.tryOutput("sh", "-c", "command -v " + needed).isPresent());
    return isThere ? Optional.empty() : Optional.of(needed);
  }

  private static Optional<String> interpreter(String needed) throws InterruptedException {
    for (String interpreter : INTERPRETERS) {
      String script = "import " + needed.substring(PYTHON.length());
      if (Child.tryOutput(interpreter, "-c", script).isPresent()) {
        return Optional.of(interpreter);
      }
    }
    return Optional.empty();
  }

  /** Returns the same with values in place of placeholders. */
  JsonNode fill(JsonNode told) throws IOException, InterruptedException {
    String text = told.toString();
    String needed = told.path("needs").asText();
    if (needed.startsWith(PYTHON)) {
      text = fill(text, "{PYTHON}", interpreter(needed).orElse("python3"));
    }
    text = fill(text, "{ROOT}", root.toString());
    text = fill(text, "{DATA}", data.toString());
    return new ObjectMapper().readTree(fill(text, "{FILES}", files.toString()));
  }

  /** Returns a text in which folders of this machine are placeholders again. */
  String unfill(String text) {
    return text.replace(files.toString(), "{FILES}")
        .replace(data.toString(), "{DATA}")
        .replace(root.toString(), "{ROOT}");
  }

  private static String fill(String json, String placeholder, String value) {
    String quoted = new TextNode(value).toString();
    return json.replace(placeholder, quoted.substring(1, quoted.length() - 1));
  }
}
