package io.papilio.runtime.membership;

import io.papilio.runtime.node.Node;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.net.Endpoint;
import io.papilio.runtime.transport.net.NetOptions;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import io.papilio.runtime.transport.net.NetTransport;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * A rendezvous that processes can come to. It listens on loopback unless its options name another
 * host, on a thread of its own.
 */
public final class RendezvousServer implements AutoCloseable {
  private final NetTransport transport;
  private final Node node;
  private final CountDownLatch deserted = new CountDownLatch(1);

  /** Waits for {@code size} processes to form the first group. */
  public RendezvousServer(int size, Heartbeat heartbeat, NetOptions options) throws IOException {
    this(size, heartbeat, options, event -> {});
  }

  /** The journal is told, in words, who comes and goes. */
  public RendezvousServer(
      int size, Heartbeat heartbeat, NetOptions options, Consumer<String> journal)
      throws IOException {
    if (size < 1) {
      throw new IllegalArgumentException("a group of " + size);
    }
    Registry registry = new Registry(size);
    this.transport =
        NetTransport.open(Transport.RENDEZVOUS, options.withSharing(Sharing.NEVER), registry);
    this.node = new Node(transport);
    Rendezvous rendezvous = new Rendezvous(node, size, heartbeat, journal);
    rendezvous.onLeft(
        who -> {
          registry.remove(who);
          if (registry.size() == 0) {
            deserted.countDown();
          }
        });
    node.execute(() -> node.attach(rendezvous));
    node.runInBackground();
  }

  /** Where it listens. */
  public Endpoint endpoint() {
    return transport.endpoint();
  }

  /** How many connections it has refused. */
  public long refused() {
    return transport.refused();
  }

  /** Returns when all who came have gone. */
  public void awaitDeserted() throws InterruptedException {
    deserted.await();
  }

  @Override
  public void close() {
    node.close();
  }
}
