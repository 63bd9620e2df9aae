package io.papilio.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** A command, run in this process, and all that it left. */
public record Run(int code, String out, String err) {
  /** A device that takes no byte, as if the disk were full; Linux has it. */
  public static final String FULL = "/dev/full";

  /** Returns whether there is {@link #FULL}. */
  public static boolean hasFullDevice() {
    return Files.exists(Path.of(FULL));
  }

  public static Run of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Papilio.run(new PrintWriter(out), new PrintWriter(err), args);
    return new Run(code, out.toString(), err.toString());
  }

  /** A run that must succeed. */
  public static Run succeeds(String... args) {
    Run run = of(args);
    assertEquals(0, run.code, run.err);
    return run;
  }

  /** A run that must end with exit code 2, nothing on the standard output and one line of why. */
  public static void isRefused(String why, String... args) {
    Run run = of(args);
    assertEquals(2, run.code, run.toString());
    assertEquals("", run.out);
    assertEquals(1, run.err.lines().count(), run.err);
    assertTrue(run.err.startsWith("papilio"), run.err);
    assertTrue(run.err.contains(why), run.err);
  }

  /** The line of the output that begins with this, without it. */
  public String line(String beginning) {
    return out.lines()
        .map(String::strip)
        .filter(line -> line.startsWith(beginning))
        .map(line -> line.substring(beginning.length()).strip())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line '" + beginning + "' in:\n" + out));
  }

  public static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  public static JsonNode json(Path file) throws IOException {
    return json(Files.readString(file));
  }
}
