package io.papilio.runtime.cluster;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.membership.Rendezvous;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.simulated.SimulatedNetwork;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * A group in one thread and virtual time: the machines are those that run in earnest, only the
 * network is simulated. Its communicators understand the asynchronous calls; nothing moves except
 * in {@link #run}.
 */
public final class SimulatedCluster {
  private final SimulatedNetwork network;
  private final List<Communicator> communicators;

  public SimulatedCluster(SimulatedNetwork network, Heartbeat heartbeat, Settings settings) {
    this.network = network;
    Node service = new Node(network.transport(Transport.RENDEZVOUS));
    Group first = Group.first(0, network.nodes());
    service.execute(() -> service.attach(Rendezvous.of(service, first, heartbeat)));
    this.communicators =
        IntStream.range(0, network.nodes())
            .mapToObj(rank -> communicator(rank, heartbeat, settings))
            .toList();
  }

  private Communicator communicator(int rank, Heartbeat heartbeat, Settings settings) {
    Node node = new Node(network.transport(rank));
    Membership membership = new Membership(node, heartbeat);
    node.execute(() -> node.attach(membership));
    return Communicator.of(node, membership, Group.first(rank, network.nodes()), settings);
  }

  public SimulatedNetwork network() {
    return network;
  }

  public Communicator communicator(int rank) {
    return communicators.get(rank);
  }

  /** Lets virtual time pass until all are done; returns whether they are when the time is up. */
  public boolean run(List<? extends CompletableFuture<?>> futures, long limitNanos) {
    return network.runUntil(() -> futures.stream().allMatch(CompletableFuture::isDone), limitNanos);
  }
}
