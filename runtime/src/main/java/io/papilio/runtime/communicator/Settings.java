package io.papilio.runtime.communicator;

import io.papilio.core.price.LinkModel;
import io.papilio.core.price.LinkModel.Host;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a communicator may be told; the defaults do for most.
 *
 * @param timeout how long a wait may last in which nothing happens
 * @param probeAfter how long until the others are asked whether they do the same thing
 * @param links what the links of a group are like, by which algorithms are chosen: the same on all
 *     its ranks
 */
public record Settings(Duration timeout, Duration probeAfter, Function<Group, LinkModel> links) {

  public Settings {
    for (Duration time : List.of(timeout, probeAfter)) {
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("a wait of " + time);
      }
    }
  }

  /**
   * Ten minutes, since a rank may well compute for minutes while the others wait: who is dead is
   * found out by membership, in seconds. A second until the others are asked whether they do the
   * same thing.
   */
  public static Settings of(LinkModel links) {
    return new Settings(Duration.ofMinutes(10), Duration.ofSeconds(1), group -> links);
  }

  /** The same for processes, whose links are what the transport finds between them. */
  public static Settings of(NetTransport transport, NetOptions options) {
    double bytesPerSecond = options.limits().bytesPerSecond();
    return of(LinkModel.tcp())
        .withLinks(
            group -> {
              LinkModel links = links(transport, group.nodes());
              return bytesPerSecond > 0 ? links.withTransfer(1e9 / bytesPerSecond) : links;
            });
  }

  private static LinkModel links(NetTransport transport, List<Integer> nodes) {
    return kind(transport, nodes).on(hosts(transport, nodes));
  }

  private static LinkModel kind(NetTransport transport, List<Integer> nodes) {
    if (transport.isShared(nodes)) {
      return LinkModel.shm();
    }
    return transport.isOneHost(nodes) ? LinkModel.tcp() : LinkModel.network();
  }

  /** What processes have said of the cores they may use: a host has as many as one of them. */
  private static List<Host> hosts(NetTransport transport, List<Integer> nodes) {
    Map<String, List<Endpoint>> byHost =
        nodes.stream()
            .map(node -> transport.endpoint(node).orElseGet(() -> Endpoint.at("node " + node, 0)))
            .collect(Collectors.groupingBy(Endpoint::host));
    return byHost.values().stream().map(Settings::host).toList();
  }

  private static Host host(List<Endpoint> ranks) {
    int cores = ranks.stream().mapToInt(Endpoint::cores).max().orElse(0);
    return new Host(ranks.size(), Math.max(1, cores));
  }

  public Settings withLinks(Function<Group, LinkModel> value) {
    return new Settings(timeout, probeAfter, value);
  }

  public Settings withTimeout(Duration value) {
    return new Settings(value, probeAfter, links);
  }
}
