package io.papilio.cli.collective;

import io.papilio.cli.terminal.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code papilio bench}: groups the benchmarks. */
@Command(
    name = "bench",
    description = "Measure on this machine.",
    subcommands = AllReduceBenchCommand.class,
    synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec command;

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw HelpOption.commandMissing(command);
  }
}
