package io.papilio.cli.terminal;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code --help}, for every command. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  /** For commands that only group others. */
  public static ParameterException commandMissing(CommandSpec command) {
    String known = String.join(", ", command.subcommands().keySet());
    return new ParameterException(command.commandLine(), "Missing command; there are: " + known);
  }
}
