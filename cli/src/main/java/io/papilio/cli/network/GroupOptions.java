package io.papilio.cli.network;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How processes of a group know each other, and how long they wait. */
public final class GroupOptions {
  private static final double MOST_SECONDS = Duration.ofDays(365).toSeconds();

  @Option(
      names = "--job",
      paramLabel = "J",
      defaultValue = "papilio",
      description = "The name of the job that meets at a rendezvous (default: ${DEFAULT-VALUE}).")
  String job;

  @Option(
      names = "--secret-file",
      paramLabel = "F",
      description = "A file with the secret that all who meet at a rendezvous must know.")
  Path secretFile;

  @Option(
      names = "--tls",
      paramLabel = "FILE",
      split = ",",
      description =
          "CERTIFICATE,KEY,AUTHORITY: encrypt all connections by TLS 1.3; both sides show a"
              + " certificate that the authority has signed. PEM files.")
  List<Path> tls;

  @Option(
      names = "--join-timeout",
      paramLabel = "S",
      defaultValue = "300",
      description =
          "Seconds to wait until the rendezvous is there and all processes of the group have come"
              + " (default: ${DEFAULT-VALUE}).")
  private double joinTimeout;

  @Option(
      names = "--heartbeat-timeout",
      paramLabel = "S",
      description =
          "Seconds without a sign of life after which a process counts as dead (default: 10, and"
              + " more where more than four processes that one command has started share a core).")
  private Double heartbeatTimeout;

  /** Returns how long to wait for the group. */
  public Duration joinTimeout() {
    return seconds("--join-timeout", joinTimeout);
  }

  /** Returns after what silence a process is dead; nothing if the default suits. */
  Optional<Duration> heartbeatTimeout() {
    return Optional.ofNullable(heartbeatTimeout)
        .map(value -> seconds("--heartbeat-timeout", value));
  }

  private static Duration seconds(String option, double value) {
    if (!(value >= 0.001 && value <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "%s %s: takes seconds, more than 0 and up to a year".formatted(option, value));
    }
    return Duration.ofMillis((long) (1_000 * value));
  }
}
