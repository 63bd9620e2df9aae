package io.papilio.runtime.membership;

import io.papilio.runtime.node.Node;
import io.papilio.runtime.node.Protocol;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.net.Endpoint;
import io.papilio.runtime.transport.net.Hello;
import io.papilio.runtime.transport.net.NetOptions;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import io.papilio.runtime.transport.net.NetTransport;
import io.papilio.runtime.transport.net.Verdict;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A rendezvous that processes can come to. It listens on loopback unless its options name another
 * host, on a thread of its own.
 */
public final class RendezvousServer implements AutoCloseable {
  private final NetTransport transport;
  private final Node node;
  private final Registry registry;
  private final Rendezvous rendezvous;
  private final CountDownLatch deserted = new CountDownLatch(1);

  /** Waits for {@code size} processes to form the first group. */
  public RendezvousServer(int size, Heartbeat heartbeat, NetOptions options) throws IOException {
    this(size, heartbeat, options, event -> {});
  }

  /** The journal is told, in words, who comes and goes. */
  public RendezvousServer(
      int size, Heartbeat heartbeat, NetOptions options, Consumer<String> journal)
      throws IOException {
    this(checked(size), heartbeat, options, journal, node -> null);
  }

  /**
   * No group forms here by itself: a machine of the caller's, which lives beside the rendezvous and
   * hears of losses, decides who works with whom.
   */
  public static RendezvousServer open(
      Heartbeat heartbeat, NetOptions options, Function<Node, Protocol> host) throws IOException {
    return new RendezvousServer(0, heartbeat, options, event -> {}, host);
  }

  private RendezvousServer(
      int size,
      Heartbeat heartbeat,
      NetOptions options,
      Consumer<String> journal,
      Function<Node, Protocol> host)
      throws IOException {
    this.registry = new Registry(size);
    this.transport =
        NetTransport.open(Transport.RENDEZVOUS, options.withSharing(Sharing.NEVER), this::admit);
    this.node = new Node(transport);
    this.rendezvous = new Rendezvous(node, size, heartbeat, journal);
    Protocol guest = host.apply(node);
    rendezvous.onLeft(
        loss -> {
          registry.remove(loss.node());
          noticeIfDeserted();
          if (guest != null) {
            guest.onLost(loss);
          }
        });
    node.execute(
        () -> {
          node.attach(rendezvous);
          if (guest != null) {
            node.attach(guest);
          }
        });
    node.runInBackground();
  }

  private static int checked(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a group of " + size);
    }
    return size;
  }

  /** Within a turn: from now on the process has to show that it lives. */
  private Verdict admit(Hello hello) {
    Verdict verdict = registry.admit(hello);
    if (!verdict.isRefusal()) {
      rendezvous.hear(verdict.node());
    }
    return verdict;
  }

  /** Where it listens. */
  public Endpoint endpoint() {
    return transport.endpoint();
  }

  /**
   * A process of this host has ended, as whoever started it knows, and nobody will come in its
   * place. If it was one of those who came, the others hear how; if the first group has not formed
   * yet, it never will.
   */
  public void ended(long pid, String how) {
    node.execute(
        () -> {
          registry.find(pid).ifPresent(who -> rendezvous.ended(who, how));
          rendezvous.giveUpFirstGroup("pid " + pid + ": " + how);
          noticeIfDeserted();
        });
  }

  private void noticeIfDeserted() {
    if (registry.size() == 0 && !rendezvous.isWaitingForFirstGroup()) {
      deserted.countDown();
    }
  }

  /** How many connections it has refused. */
  public long refused() {
    return transport.refused();
  }

  /** Returns when all who came have gone; not if others may yet come to form the first group. */
  public void awaitDeserted() throws InterruptedException {
    deserted.await();
  }

  @Override
  public void close() {
    node.close();
  }
}
