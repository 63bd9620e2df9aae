package io.papilio.runtime.membership;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.process.NetTransport;
import io.papilio.runtime.transport.process.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

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
  private volatile ObjLongConsumer<String> onLost = (reason, pid) -> {};

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
        NetTransport.open(
            Transport.RENDEZVOUS,
            options.withSharing(Sharing.NEVER).withSilence(heartbeat.longestSilence()),
            this::admit);
    this.node = new Node(transport);
    this.rendezvous = new Rendezvous(node, size, heartbeat, journal);
    Protocol guest = host.apply(node);
    rendezvous.onLeft(
        loss -> {
          Optional<Endpoint> where = registry.remove(loss.node());
          if (!loss.orderly()) {
            where.ifPresent(
                place -> node.afterTurn(() -> onLost.accept(loss.reason(), place.pid())));
          }
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
          rendezvous.giveUpFirstGroup(
              "the group cannot form, one has died: pid " + pid + ": " + how);
          noticeIfDeserted();
        });
  }

  /**
   * From now on the first group has to form within this time. If it does not it never will: all who
   * wait for it are told so, and {@code late} is run.
   */
  public void formWithin(Duration timeout, Runnable late) {
    Runnable overdue =
        () -> {
          noticeIfDeserted();
          node.afterTurn(late);
        };
    node.execute(() -> rendezvous.formWithin(timeout, overdue));
  }

  /** Tells why a process counts as dead, and its number on its host; it may run nevertheless. */
  public void onLost(ObjLongConsumer<String> listener) {
    onLost = listener;
  }

  /** Whether a process of this number on its host is here. */
  public boolean has(long pid) {
    return registry.find(pid).isPresent();
  }

  /** Why no group has formed and none will; nothing if one has or may. */
  public Optional<String> refusal() {
    return Optional.of(rendezvous.refusal()).filter(why -> !why.isEmpty());
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
