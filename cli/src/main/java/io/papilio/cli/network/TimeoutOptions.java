package io.papilio.cli.network;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How long processes wait for each other. */
public final class TimeoutOptions {
  private static final double MOST_SECONDS = Duration.ofDays(365).toSeconds();

  @Option(
      names = "--join-timeout",
      paramLabel = "S",
      defaultValue = "300",
      description =
          "Seconds to wait until the rendezvous is there and all processes of the group "
              + "have come (default: ${DEFAULT-VALUE}).")
  private double join;

  @Option(
      names = "--heartbeat-timeout",
      paramLabel = "S",
      description =
          "Seconds without a sign of life after which a process counts as dead (default: "
              + "10, and more where more than four processes that one command has started share "
              + "a core).")
  private Double heartbeat;

  public Duration join() {
    return seconds("--join-timeout", join);
  }

  /** Nothing, if the default suits. */
  public Optional<Duration> heartbeat() {
    return Optional.ofNullable(heartbeat).map(value -> seconds("--heartbeat-timeout", value));
  }

  private static Duration seconds(String option, double value) {
    if (!(value >= 0.001 && value <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "%s %s: takes seconds, more than 0 and up to a year".formatted(option, value));
    }
    return Duration.ofMillis((long) (1_000 * value));
  }
}
