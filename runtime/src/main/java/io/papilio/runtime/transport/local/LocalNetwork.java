package io.papilio.runtime.transport.local;

import io.papilio.runtime.transport.Transport;
import java.util.stream.Stream;

/** The nodes of one JVM: each a thread or several, all reaching each other's memory. */
public final class LocalNetwork {
  private final LocalTransport[] transports;
  private final LocalTransport rendezvous;
  private final long startNanos = System.nanoTime();

  public LocalNetwork(int nodes) {
    if (nodes < 1) {
      throw new IllegalArgumentException("a network of " + nodes + " nodes");
    }
    transports = new LocalTransport[nodes];
    for (int node = 0; node < nodes; node++) {
      transports[node] = new LocalTransport(this, node);
    }
    rendezvous = new LocalTransport(this, Transport.RENDEZVOUS);
  }

  /** Whether there are more nodes than cores for them. */
  boolean isCrowded() {
    return transports.length > Runtime.getRuntime().availableProcessors();
  }

  public int nodes() {
    return transports.length;
  }

  /** The time since this network was made: no sum with a time-out overflows. */
  long nanoTime() {
    return System.nanoTime() - startNanos;
  }

  /** The transport of a node, or of the {@linkplain Transport#RENDEZVOUS rendezvous}. */
  public LocalTransport transport(int node) {
    return node == Transport.RENDEZVOUS ? rendezvous : transports[node];
  }

  /** A node's thread has ended without leaving: everybody is told why. */
  public void lose(int node, String reason) {
    tellOthers(new Transport.Loss(node, false, reason));
  }

  void tellOthers(Transport.Loss loss) {
    Stream.concat(Stream.of(transports), Stream.of(rendezvous))
        .filter(transport -> transport.node() != loss.node())
        .forEach(transport -> transport.deliver(loss));
  }
}
