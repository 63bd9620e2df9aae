package io.papilio.cli.collective;

import io.papilio.cli.terminal.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code papilio lab}: groups the experiments. */
@Command(
    name = "lab",
    description = "Repeat an experiment of a paper on this machine.",
    subcommands = LabReducesCommand.class,
    synopsisSubcommandLabel = "EXPERIMENT",
    footer = {"", "Example:", "  papilio lab reduces --workers 4"})
public final class LabCommand implements Runnable {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw HelpOption.commandMissing(command);
  }
}
