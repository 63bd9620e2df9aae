package io.papilio.cli.terminal;

import io.papilio.learn.job.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
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
      Path folder = Path.of(json).toAbsolutePath().getParent();
      if (folder == null || !Files.exists(folder)) {
        throw new NoSuchFileException(String.valueOf(folder));
      }
      if (!Files.isDirectory(folder)) {
        throw new NotDirectoryException(folder.toString());
      }
    }
  }

  /** Text for people; not printed if the standard output is taken by JSON. */
  public void print(String text) {
    if (!STANDARD_OUTPUT.equals(json)) {
      command.commandLine().getOut().println(text);
    }
  }

  /** What the user may want to know while waiting. */
  public void say(String text) {
    command.commandLine().getErr().println(command.qualifiedName() + ": " + text);
  }

  /** Something that the user should know, but that is no failure. */
  public void warn(String text) {
    command.commandLine().getErr().println("warning: " + text);
  }

  /** Writes the result, if asked for. */
  public void json(Object result) throws IOException {
    if (STANDARD_OUTPUT.equals(json)) {
      command.commandLine().getOut().println(Json.text(result));
    } else if (json != null) {
      Files.writeString(Path.of(json), Json.text(result) + "\n");
    }
  }
}
