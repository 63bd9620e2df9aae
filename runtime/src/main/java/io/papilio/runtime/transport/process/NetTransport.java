package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Waiting;
import io.papilio.runtime.transport.frame.Frame;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Processes, of this host and of others. A link to a peer is made when there is something for it;
 * frames then travel through memory that both share, or through the socket.
 *
 * <pre>
 *   send --> outbox of the link --write--> pipe ~~~~> pipe --read--> poll
 * </pre>
 *
 * Whoever polls does all the work: there is no thread here but the one that sees the last words off
 * when this node leaves.
 */
public final class NetTransport implements Transport {
  /** While links are busy the selector is asked only so often. */
  private static final int POLLS_PER_SELECT = 32;

  /** And where data come through memory only, not more often than this. */
  private static final long LOOK_NANOS = 50_000;

  /** How long the last words may take to be heard, and how long the other side's last ones. */
  private static final long LEAVE_NANOS = 5_000_000_000L;

  private static final long LINGER_NANOS = 1_000_000_000L;

  static final Receiver NOBODY =
      new Receiver() {
        @Override
        public void onMessage(Message message) {
          message.release();
        }

        @Override
        public void onReleased(Message message) {}

        @Override
        public void onLost(Loss loss) {}
      };

  private final Switchboard switchboard;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Message> released = new ArrayDeque<>();
  private Receiver receiver = NOBODY;
  private final BooleanSupplier hasCome = this::hasCome;
  private int polls;
  private long nextLookNanos;
  private Message sending;
  private volatile boolean hasReleased;
  private volatile boolean woken;
  private volatile boolean sleeping;
  private volatile boolean closed;
  private Thread leaving;

  private NetTransport(int node, int rank, NetOptions options, Admission admission)
      throws IOException {
    Hello identity =
        new Hello(options.credentials().job(), node, rank, Lane.CONTROL, "", "", Hello.ANYBODY);
    this.switchboard = new Switchboard(identity, options, admission, new Events());
  }

  /** A node that has its number, listening on the host of its options or else on loopback. */
  public static NetTransport open(int node, NetOptions options, Admission admission)
      throws IOException {
    NetTransport transport = new NetTransport(node, Hello.ANY, options, admission);
    try {
      transport.switchboard.listen(InetAddress.getLoopbackAddress());
      return transport;
    } catch (IOException e) {
      transport.switchboard.close();
      throw e;
    }
  }

  /** A node that gets its number from the rendezvous, or fails by then. */
  public static NetTransport join(
      Endpoint rendezvous, int rank, NetOptions options, Duration timeout) throws IOException {
    return join(rendezvous, rank, options, timeout, event -> {});
  }

  /** The journal is told, in words, of a rendezvous that is not there yet. */
  public static NetTransport join(
      Endpoint rendezvous, int rank, NetOptions options, Duration timeout, Consumer<String> journal)
      throws IOException {
    return new Joining(rendezvous, timeout, journal)
        .run(() -> new NetTransport(Hello.NEW, rank, options, Admission.NUMBERED));
  }

  Switchboard switchboard() {
    return switchboard;
  }

  @Override
  public int node() {
    return switchboard.node();
  }

  @Override
  public long nanoTime() {
    return switchboard.nanoTime();
  }

  @Override
  public long maxPayloadBytes() {
    return Frame.MAX_PAYLOAD;
  }

  @Override
  public String address() {
    return endpoint().toString();
  }

  public Endpoint endpoint() {
    return switchboard.endpoint();
  }

  /** Where a node listens, as far as is known. */
  public Optional<Endpoint> endpoint(int peer) {
    return switchboard.find(peer);
  }

  @Override
  public void learn(int peer, String address) {
    switchboard.learn(peer, Endpoint.parse(address));
  }

  @Override
  public String whereabouts(int peer) {
    return switchboard.whereabouts(peer);
  }

  @Override
  public boolean isLinked(int peer) {
    return Stream.of(switchboard.links()).anyMatch(link -> link.leadsTo(peer));
  }

  /** Whether all these nodes see the same memory. */
  public boolean isShared(List<Integer> nodes) {
    return nodes.stream().allMatch(switchboard::sharesMemory);
  }

  /** Whether these nodes, and this one, run on one host. */
  public boolean isOneHost(List<Integer> nodes) {
    return nodes.stream().allMatch(switchboard::isHere);
  }

  /** How many who wanted to connect were refused. */
  public long refused() {
    return switchboard.acceptor().refused();
  }

  @Override
  public boolean lends() {
    return false;
  }

  @Override
  public boolean send(Message message) {
    if (message.payload().lengthBytes() > Frame.MAX_PAYLOAD) {
      throw new IllegalArgumentException("too much for one message: " + message);
    }
    lock.lock();
    try {
      Link link = closed ? null : switchboard.route(message.target(), message.lane());
      if (link == null) {
        return false;
      }
      sending = message;
      link.outbox().add(message);
      link.write();
      if (sending == null) {
        return true; // it has left at once
      }
      sending = null;
    } finally {
      lock.unlock();
    }
    wakeIfSleeping(); // somebody must see to the rest, and hear of the release
    return false;
  }

  @Override
  public void withdraw(Predicate<Message> which) {
    lock.lock();
    try {
      for (Link link : switchboard.links()) {
        if (link.outbox() != null) {
          link.outbox().withdraw(which);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void put(int target, long channel, long version, Slice elements) {
    lock.lock();
    try {
      Link link = closed ? null : switchboard.route(target, Lane.DATA);
      if (link != null) {
        link.outbox().put(channel, version, elements);
        link.write();
      }
    } finally {
      lock.unlock();
    }
    wakeIfSleeping();
  }

  @Override
  public Mailbox mailbox(int source, long channel, ElementType type, int length) {
    return switchboard.mailboxes().get(source, channel, type, length);
  }

  @Override
  public void forget(long channel) {
    switchboard.mailboxes().forget(channel);
  }

  @Override
  public void drop(int peer) {
    lock.lock();
    try {
      switchboard.hangUp(peer);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean poll(Receiver newReceiver) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      receiver = newReceiver;
      return work();
    } finally {
      lock.unlock();
    }
  }

  /** Reads, writes and tells; whether there was anything. */
  private boolean work() {
    boolean any = false;
    for (Link link : switchboard.links()) {
      any |= link.isReady() && link.read();
    }
    if (!any || ++polls % POLLS_PER_SELECT == 0) {
      any |= lookAround();
    }
    for (Link link : switchboard.links()) {
      any |= !link.isFlushed() && link.write();
    }
    return tellReleased() | any;
  }

  /**
   * Sees to the sockets and to what happens as time passes. That takes calls of the system, so
   * where data come through memory only it is not done all the time.
   */
  private boolean lookAround() {
    long now = nanoTime();
    if (now < nextLookNanos && !switchboard.usesSockets()) {
      return false;
    }
    nextLookNanos = now + LOOK_NANOS;
    boolean any = switchboard.select();
    switchboard.beat(now);
    any |= tellLosses(now);
    switchboard.sweep();
    return any;
  }

  private final class Events implements Switchboard.Events {
    @Override
    public void arrived(Message message) {
      tellReleased(); // it may be an answer to one of these
      receiver.onMessage(message);
    }

    @Override
    public void released(Message message) {
      if (message == sending) {
        sending = null;
      } else {
        released.add(message);
        hasReleased = true;
      }
    }

    @Override
    public void wake() {
      NetTransport.this.wake();
    }
  }

  private boolean tellReleased() {
    boolean any = false;
    for (Message message = released.poll(); message != null; message = released.poll()) {
      receiver.onReleased(message);
      any = true;
    }
    hasReleased = false;
    return any;
  }

  private boolean tellLosses(long nowNanos) {
    List<Loss> losses = switchboard.farewells().due(nowNanos);
    if (losses.isEmpty()) {
      return false;
    }
    tellReleased(); // while it lived
    for (Loss loss : losses) {
      switchboard.hangUp(loss.node());
      if (loss.orderly()) {
        receiver.onLost(loss);
      } else {
        receiver.onSuspect(loss.node(), loss.reason());
      }
    }
    return true;
  }

  @Override
  public void await(long untilNanos) {
    if (closed) {
      LockSupport.parkNanos(Math.min(untilNanos - nanoTime(), 1_000_000));
    } else if (!Waiting.spin(hasCome, switchboard.isCrowded())) {
      sleep(untilNanos);
    }
    nextLookNanos = 0;
  }

  private boolean hasCome() {
    if (woken) {
      woken = false;
      return true;
    }
    if (hasReleased) {
      return true;
    }
    for (Link link : switchboard.links()) {
      if (link.isReady()) {
        return true;
      }
    }
    return switchboard.usesSockets() && switchboard.isSelected();
  }

  private void sleep(long untilNanos) {
    sleeping = true;
    try {
      boolean quiet = true;
      lock.lock();
      try {
        untilNanos = Math.min(untilNanos, switchboard.nextTimeNanos());
        for (Link link : switchboard.links()) {
          quiet &= link.sleep();
        }
      } finally {
        lock.unlock();
      }
      long nanos = untilNanos - nanoTime();
      if (quiet && !woken && !hasReleased && nanos > 0) {
        switchboard.sleep(nanos);
      }
    } finally {
      sleeping = false;
      woken = false;
      for (Link link : switchboard.links()) {
        link.awake();
      }
    }
  }

  @Override
  public void wake() {
    woken = true;
    wakeIfSleeping();
  }

  private void wakeIfSleeping() {
    if (sleeping) {
      switchboard.selector().wakeup();
    }
  }

  /** Leaves; a thread stays for some seconds to see the last words off. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      receiver = NOBODY;
      switchboard.sayGoodbye(peer -> peer != RENDEZVOUS);
      leaving = new Thread(this::leave, "papilio-leave-" + node());
      leaving.start();
    } finally {
      lock.unlock();
    }
    wake();
  }

  /**
   * The rendezvous hears of it last, and tells the rest of the group: were it told at once, a
   * worker that a last message is still on its way to would hear that this one has left, and not
   * why.
   */
  private void leave() {
    long start = nanoTime();
    long flushed = Long.MAX_VALUE - LINGER_NANOS;
    boolean toldAll = false;
    while (nanoTime() < Math.min(start + LEAVE_NANOS, flushed + LINGER_NANOS)) {
      lock.lock();
      try {
        work();
        switchboard.sweep();
        boolean written = Stream.of(switchboard.links()).allMatch(Link::isFlushed);
        if (!toldAll && (written || nanoTime() > start + LINGER_NANOS)) {
          switchboard.sayGoodbye(peer -> peer == RENDEZVOUS);
          toldAll = true;
          continue;
        }
        if (switchboard.links().length == 0) {
          break;
        }
        if (written) {
          flushed = Math.min(flushed, nanoTime());
        }
      } finally {
        lock.unlock();
      }
      sleep(nanoTime() + 20_000_000L);
    }
    lock.lock();
    try {
      switchboard.close();
    } finally {
      lock.unlock();
    }
  }

  /** After {@link #close}: waits until the last words are off. */
  public void awaitLeft() throws InterruptedException {
    Thread thread = leaving;
    if (thread != null) {
      thread.join();
    }
  }
}
