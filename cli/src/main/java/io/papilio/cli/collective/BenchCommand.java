package io.papilio.cli.collective;

import io.papilio.cli.terminal.CommandGroup;
import picocli.CommandLine.Command;

/** {@code papilio bench}: groups the benchmarks. */
@Command(
    name = "bench",
    description = "Measure on this machine.",
    subcommands = AllReduceBenchCommand.class,
    synopsisSubcommandLabel = "COMMAND")
public final class BenchCommand extends CommandGroup {}
