package io.papilio.cli.terminal;

import io.papilio.learn.data.Printable;
import io.papilio.learn.data.WholeFile;
import io.papilio.learn.job.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the result of a command goes: text for people, JSON for programs. */
public final class Output {
  private static final String STANDARD_OUTPUT = "-";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin private HelpOption help;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the result as JSON; '-' prints it in place of the text.")
  private String json;

  /** Fails now, before long work, if the JSON could not be written after it. */
  public void check() throws IOException {
    if (json != null && !json.equals(STANDARD_OUTPUT)) {
      requireWritable(Path.of(json));
    }
  }

  /** Fails if {@link #write} could not write a file. */
  public static void requireWritable(Path file) throws IOException {
    boolean isOverwritten = Files.isRegularFile(file) && Files.isWritable(file);
    if (!isOverwritten) {
      WholeFile.requireWritable(file);
    }
  }

  /** Shows a result: first to people, lest a full disk cost it, then to programs if asked for. */
  public void show(String text, Object result) {
    print(text);
    if (STANDARD_OUTPUT.equals(json)) {
      command.commandLine().getOut().println(Json.text(result));
    } else if (json != null) {
      write(Path.of(json), Json.text(result) + "\n");
    }
  }

  /**
   * Writes a file in place of what was there.
   *
   * @throws IllegalStateException if it cannot be written, which is no fault of the input
   */
  public static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write %s: %s".formatted(file, e), e);
    }
  }

  /** Text for people; not printed if the standard output is taken by JSON. */
  public void print(String text) {
    if (!STANDARD_OUTPUT.equals(json)) {
      command.commandLine().getOut().println(text);
    }
  }

  /** Returns the words by which another program is told where the JSON goes, behind others. */
  public List<String> words(String... before) {
    List<String> words = new ArrayList<>(List.of(before));
    if (json != null) {
      words.addAll(List.of("--json", json));
    }
    return words;
  }

  /** What the user may want to know while waiting. */
  public void say(String text) {
    command.commandLine().getErr().println(command.qualifiedName() + ": " + Printable.text(text));
  }

  /** Something that the user should know, but that is no failure. */
  public void warn(String text) {
    command.commandLine().getErr().println("warning: " + Printable.text(text));
  }
}
