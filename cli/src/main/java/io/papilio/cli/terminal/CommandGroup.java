package io.papilio.cli.terminal;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only groups others. */
public abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Override
  public final void run() {
    String known = String.join(", ", command.subcommands().keySet());
    throw new ParameterException(command.commandLine(), "Missing command; there are: " + known);
  }
}
