package io.papilio.cli.collective;

import io.papilio.cli.terminal.Names;
import io.papilio.core.price.LinkModel;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Which link a price is for. */
final class LinkOptions {
  private static final double DEFAULT_GIGABITS = 10;

  /** One way between two hosts of a data centre, through the kernels of both. */
  private static final double DEFAULT_LATENCY_MICROS = 25;

  @Option(
      names = "--link",
      defaultValue = "inproc",
      description = {
        "inproc: threads of a JVM; shm, tcp: processes of a host; network: hosts",
        "(default: ${DEFAULT-VALUE})."
      })
  private LinkName link;

  @Option(
      names = "--gigabits",
      paramLabel = "G",
      description = "Speed of a network's links, in Gbit/s (default: 10).")
  private Double gigabits;

  @Option(
      names = "--latency-micros",
      paramLabel = "M",
      description = "Latency of a network's messages, one way (default: 25).")
  private Double latencyMicros;

  @Option(
      names = "--cores",
      paramLabel = "C",
      description =
          "How many cores the ranks share (default: those of this machine; own ones on a network).")
  private Integer cores;

  /** The links there are presets for. Named as on the command line. */
  enum LinkName {
    INPROC,
    SHM,
    TCP,
    NETWORK
  }

  String name() {
    return Names.of(link);
  }

  LinkModel model() {
    if (link != LinkName.NETWORK && (gigabits != null || latencyMicros != null)) {
      throw new IllegalArgumentException(
          "--gigabits and --latency-micros are for --link network, not for " + name());
    }
    LinkModel model =
        switch (link) {
          case INPROC -> LinkModel.inproc();
          case SHM -> LinkModel.shm();
          case TCP -> LinkModel.tcp();
          case NETWORK ->
              LinkModel.network(
                  gigabits == null ? DEFAULT_GIGABITS : gigabits,
                  latencyMicros == null ? DEFAULT_LATENCY_MICROS : latencyMicros);
        };
    if (cores != null) {
      return model.withCores(cores);
    }
    boolean hasOwn = link == LinkName.NETWORK;
    return hasOwn ? model : model.withCores(Runtime.getRuntime().availableProcessors());
  }

  String describe(LinkModel model, int workers) {
    int count = model.cores().count();
    String shared = count >= workers ? "a core for each rank" : count + " cores for all ranks";
    return String.format(
        Locale.ROOT,
        "Link %s: latency %.1f microseconds, transfer %.3f ns a byte, work of each side %.3f ns a"
            + " byte, reduction %.3f ns a byte, %s.",
        name(),
        model.latencyNanos(workers) / 1e3,
        model.betaNanosPerByte(),
        model.zetaNanosPerByte(),
        model.gammaNanosPerByte(),
        shared);
  }
}
