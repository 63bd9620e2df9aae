package io.papilio.cli.collective;

import io.papilio.cli.terminal.CommandGroup;
import picocli.CommandLine.Command;

/** {@code papilio lab}: groups the experiments. */
@Command(
    name = "lab",
    description = "Repeat an experiment of a paper on this machine.",
    subcommands = LabReducesCommand.class,
    synopsisSubcommandLabel = "EXPERIMENT",
    footer = {"", "Example:", "  papilio lab reduces --workers 4"})
public final class LabCommand extends CommandGroup {}
