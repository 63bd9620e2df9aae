package io.papilio.bench;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How often something is measured. */
final class TurnOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "How often each has a turn (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--samples",
      description = "Samples in a turn (default: 7 of an all-reduce, 3 of a training).")
  private Integer samples;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  /** Before long work. */
  void check() {
    if (rounds < 1 || samples(1) < 1) {
      throw new ParameterException(
          command.commandLine(), "cannot take %d samples %d times".formatted(samples(1), rounds));
    }
  }

  int rounds() {
    return rounds;
  }

  /** So many unless the user wants something else. */
  int samples(int usual) {
    return samples == null ? usual : samples;
  }
}
