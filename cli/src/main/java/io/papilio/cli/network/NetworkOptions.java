package io.papilio.cli.network;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How processes reach each other. Words only: what they mean is for {@link Networks}, so that other
 * commands start without it.
 */
public final class NetworkOptions {
  @Mixin GroupOptions group;

  @Option(
      names = "--throttle",
      paramLabel = "RATE",
      converter = BitRate.class,
      description = "Let each link move only so much, such as 200mbit, to try a slow network.")
  Double bytesPerSecond;

  @Option(
      names = "--shm-folder",
      paramLabel = "DIR",
      description = "Where processes of a host share memory (default: /dev/shm).")
  Path shmFolder;

  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      description =
          "Be one process of a group that meets at a rendezvous, instead of starting all.")
  String rendezvous;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "The address to listen on, with --join (default: the one that reaches the"
              + " rendezvous).")
  String host;

  @Option(
      names = "--ports",
      paramLabel = "P",
      defaultValue = "0",
      description = "The port to listen on, or a range such as 4000-4099, with --join.")
  String ports;

  /** Returns whether this process is one of a group that somebody else starts. */
  public boolean joins() {
    return rendezvous != null;
  }
}
