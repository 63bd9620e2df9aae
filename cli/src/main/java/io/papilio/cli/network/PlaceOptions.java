package io.papilio.cli.network;

import io.papilio.learn.job.PlaceSpec.Launch;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** Knows which options suit which place that workers run in. */
public final class PlaceOptions {
  private static final List<String> BETWEEN_PROCESSES =
      List.of("--throttle", "--tls", "--shm-folder", "--join-timeout", "--heartbeat-timeout");

  private static final List<String> OF_A_GROUP =
      List.of("--join", "--job", "--secret-file", "--host", "--ports");

  private static final List<String> LAUNCH = List.of("--launch");

  private PlaceOptions() {}

  /** Refuses options that were given and are of another place than this one. */
  public static void check(ParseResult given, Launch place) {
    check(given, place, "--launch processes");
  }

  /**
   * Refuses options that were given and are of another place than this one.
   *
   * @param toHaveProcesses what a user says to have processes
   */
  public static void check(ParseResult given, Launch place, String toHaveProcesses) {
    switch (place) {
      case SPARK -> {
        refuse(given, BETWEEN_PROCESSES, "--spark: Spark starts and connects the workers");
        refuse(given, OF_A_GROUP, "--spark: Spark starts and connects the workers");
        refuse(given, LAUNCH, "--spark: workers are tasks of Spark");
      }
      case THREADS -> {
        refuse(
            given, BETWEEN_PROCESSES, "threads; it needs %s or --join".formatted(toHaveProcesses));
        refuse(given, OF_A_GROUP, "threads; it needs --join");
      }
      case PROCESSES -> refuse(given, OF_A_GROUP, "processes of one command; it needs --join");
      case HOSTS -> refuse(given, LAUNCH, "--join: workers are the processes that join");
    }
  }

  private static void refuse(ParseResult given, List<String> names, String place) {
    for (String name : names) {
      if (given.hasMatchedOption(name)) {
        throw new IllegalArgumentException(name + " has no use with " + place);
      }
    }
  }
}
