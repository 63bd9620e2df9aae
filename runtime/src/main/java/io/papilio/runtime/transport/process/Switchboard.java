package io.papilio.runtime.transport.process;

import static io.papilio.runtime.transport.Transport.RENDEZVOUS;

import io.papilio.runtime.transport.Mailboxes;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.frame.Frame;
import io.papilio.runtime.transport.frame.Outbox;
import io.papilio.runtime.transport.frame.TokenBucket;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.tls.Tls;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * The links of a process: to whom they lead, who is let in, and what the selector says of them.
 * Used by one thread at a time.
 */
final class Switchboard {
  private static final System.Logger LOG = System.getLogger(Switchboard.class.getName());

  /** More than any job has; whatever is kept by number is bounded by it. */
  private static final int MOST_NODES = 1 << 20;

  private static final Consumer<SelectionKey> NOTHING = key -> {};

  private final NetOptions options;
  private final Admission admission;
  private final int wantedRank;
  private final Optional<Tls> tls;
  private final String memory;
  private final Events events;
  private final long startNanos = System.nanoTime();
  private final Selector selector;
  private final Consumer<SelectionKey> found = this::found;
  private final Routes routes = new Routes();
  private volatile Link[] links = {};
  private volatile boolean usesSockets;
  private final Map<Integer, Endpoint> endpoints = new ConcurrentHashMap<>();
  private final Mailboxes mailboxes = new Mailboxes();
  private final Farewells farewells = new Farewells();
  private volatile Acceptor acceptor;
  private InetAddress reachable;
  private volatile boolean crowded;
  private volatile int node;
  private long nextBeatNanos;

  /** What happens on the links. */
  interface Events {
    void arrived(Message message);

    /** A message has left. */
    void released(Message message);

    /** There is something to do; on any thread. */
    void wake();
  }

  Switchboard(Hello identity, NetOptions options, Admission admission, Events events)
      throws IOException {
    this.node = identity.node();
    this.wantedRank = identity.rank();
    this.options = options;
    this.admission = admission;
    this.events = events;
    this.tls = options.tls().map(TlsFiles::load);
    boolean shares = options.sharing() != Sharing.NEVER;
    this.memory = shares ? options.folder().identity() : "";
    if (shares) {
      options.folder().sweepOld();
    }
    this.selector = Selector.open();
    this.nextBeatNanos = beatNanos();
  }

  /** Listens on the address of the options, or on this one if they have none. */
  void listen(InetAddress usual) throws IOException {
    InetAddress host =
        options.host().isPresent() ? InetAddress.getByName(options.host().get()) : usual;
    reachable = host.isAnyLocalAddress() ? usual : host; // nobody can call 0.0.0.0
    acceptor = Acceptor.open(host, options, selector);
  }

  Endpoint endpoint() {
    try {
      return Endpoint.of(new InetSocketAddress(reachable, acceptor.address().getPort()), memory);
    } catch (IOException e) {
      throw new IllegalStateException("it does not listen any more", e);
    }
  }

  int node() {
    return node;
  }

  long nanoTime() {
    return System.nanoTime() - startNanos;
  }

  NetOptions options() {
    return options;
  }

  Selector selector() {
    return selector;
  }

  /** All links, as of now: never changed, only replaced. */
  Link[] links() {
    return links;
  }

  private void add(Link link) {
    List<Link> all = new ArrayList<>(List.of(links));
    all.add(link);
    links = all.toArray(Link[]::new);
  }

  /** Forgets those that are closed. */
  void sweep() {
    for (Link each : links) {
      if (each.isClosed()) {
        links = Stream.of(links).filter(link -> !link.isClosed()).toArray(Link[]::new);
        usesSockets = Stream.of(links).anyMatch(Link::isSocket);
        return;
      }
    }
  }

  /** Whether data come from a peer of which only the selector tells. */
  boolean usesSockets() {
    return usesSockets;
  }

  Mailboxes mailboxes() {
    return mailboxes;
  }

  Farewells farewells() {
    return farewells;
  }

  Acceptor acceptor() {
    return acceptor;
  }

  void learn(int peer, Endpoint endpoint) {
    endpoints.put(peer, endpoint);
    long here =
        endpoints.entrySet().stream()
            .filter(each -> each.getKey() != RENDEZVOUS && isHere(each.getValue()))
            .count();
    crowded = here > Runtime.getRuntime().availableProcessors();
  }

  /** Whether a node runs on this host, as far as is known. */
  boolean isHere(int peer) {
    Endpoint endpoint = endpoints.get(peer);
    return peer == node || endpoint != null && isHere(endpoint);
  }

  private boolean isHere(Endpoint other) {
    return acceptor != null && other.host().equals(endpoint().host());
  }

  /** Where a node listens, this one too, as far as is known. */
  Optional<Endpoint> find(int peer) {
    return peer == node && acceptor != null
        ? Optional.of(endpoint())
        : Optional.ofNullable(endpoints.get(peer));
  }

  Endpoint endpoint(int peer) throws IOException {
    Endpoint endpoint = endpoints.get(peer);
    if (endpoint == null) {
      throw new IOException("nobody has said where it is");
    }
    return endpoint;
  }

  String whereabouts(int peer) {
    Endpoint endpoint = endpoints.get(peer);
    return endpoint == null ? "" : endpoint.describe();
  }

  /** Whether more nodes are known to run on this host than there are cores for. */
  boolean isCrowded() {
    return crowded;
  }

  /** Whether frames could go through memory that this node sees as well. */
  boolean sharesMemory(int peer) {
    Endpoint endpoint = endpoints.get(peer);
    return !memory.isEmpty()
        && (peer == node || endpoint != null && endpoint.memory().equals(memory));
  }

  /** The link that leads to a peer, made if need be; null if none does any more. */
  Link route(int peer, Lane lane) {
    Link link = farewells.isGone(peer) ? null : link(peer, lane);
    return link == null || link.isClosed() ? null : link;
  }

  /** The link that leads to a peer, made if need be; it may be closed, and say why. */
  Link link(int peer, Lane lane) {
    Link link = routes.get(peer, lane);
    if (link == null) {
      link = Link.dial(this, newOutbox(peer, lane), peer, lane);
      routes.put(peer, lane, link);
      add(link);
    }
    return link;
  }

  Outbox newOutbox(int peer, Lane lane) {
    boolean limited = options.limits().bytesPerSecond() > 0 && lane == Lane.DATA;
    TokenBucket bucket =
        limited ? new TokenBucket(options.limits().bytesPerSecond(), nanoTime()) : null;
    return new Outbox(peer, lane, bucket, events::released);
  }

  /** Says goodbye to the peers that this selects, behind what waits for them. */
  void sayGoodbye(IntPredicate whom) {
    Map<Integer, Integer> counts = new HashMap<>();
    List<Link> links = routes.all().stream().filter(link -> whom.test(link.peer())).toList();
    links.forEach(link -> counts.merge(link.peer(), 1, Integer::sum));
    links.forEach(link -> link.outbox().bye(counts.get(link.peer())));
  }

  /** Ends all links with a peer; nothing of them is kept, or those with the dead would add up. */
  void hangUp(int peer) {
    farewells.gone(peer);
    Stream.of(links).filter(link -> link.leadsTo(peer)).forEach(Link::close);
    routes.remove(peer);
  }

  /** Lets the links do what the selector has found; whether there was anything. */
  boolean select() {
    return selectNow(found);
  }

  /** Whether there is something that {@link #select} would find. */
  boolean isSelected() {
    return selectNow(NOTHING);
  }

  private boolean selectNow(Consumer<SelectionKey> action) {
    try {
      return selector.selectNow(action) > 0;
    } catch (IOException e) {
      throw new IllegalStateException("the selector is broken", e);
    }
  }

  /** Blocks until there is something to select, somebody wakes the selector, or time is up. */
  void sleep(long nanos) {
    try {
      selector.select(NOTHING, nanos / 1_000_000 + 1);
    } catch (IOException e) {
      throw new IllegalStateException("the selector is broken", e);
    }
  }

  private void found(SelectionKey key) {
    if (key.isValid() && key.attachment() instanceof Link link) {
      link.selected();
    } else if (key.isValid()) {
      acceptor.answer(nanoTime(), caller -> Link.accept(this, caller));
    }
  }

  /** When there is something to do here though nothing comes. */
  long nextTimeNanos() {
    long now = nanoTime();
    long next = Math.min(nextBeatNanos, farewells.nextNanos());
    next = Math.min(next, acceptor == null ? Long.MAX_VALUE : acceptor.expire(now));
    for (Link link : links) {
      if (link.isOpen()) {
        long ready = link.outbox().readyNanos(now);
        next = ready > now ? Math.min(next, ready) : next;
      }
    }
    return next;
  }

  /** Lets all links beat when it is time. */
  void beat(long nowNanos) {
    if (nowNanos >= nextBeatNanos) {
      Stream.of(links).forEach(Link::beat);
      nextBeatNanos = nowNanos + beatNanos();
    }
  }

  private long beatNanos() {
    long silence = options.limits().silence().toNanos();
    return silence == 0 ? Long.MAX_VALUE / 2 : silence / SignsOfLife.MOST_SILENT;
  }

  void close() {
    Stream.of(links).forEach(Link::close);
    if (acceptor != null) {
      acceptor.close();
    }
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "closing the selector", e);
    }
  }

  // What follows is for links.

  void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (options.limits().socketBytes() > 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, options.limits().socketBytes());
      channel.setOption(StandardSocketOptions.SO_RCVBUF, options.limits().socketBytes());
    }
  }

  SelectionKey register(SelectableChannel channel, int interest, Link link) throws IOException {
    return channel.register(selector, interest, link);
  }

  ByteChannel secure(SocketChannel channel, boolean caller) {
    return tls.isEmpty() ? channel : caller ? tls.get().client(channel) : tls.get().server(channel);
  }

  /** A worker listens where the rendezvous is reached from: that is the right network. */
  void onConnected(SocketChannel channel) throws IOException {
    if (acceptor == null) {
      listen(((InetSocketAddress) channel.getLocalAddress()).getAddress());
    }
  }

  Hello hello(int peer, Lane lane, String offer) {
    return new Hello(
        options.credentials().job(), node, wantedRank, lane, endpoint().toString(), offer, peer);
  }

  /** Whether to offer shared memory to a peer. */
  boolean sharesWith(int peer) throws IOException {
    if (peer == RENDEZVOUS || node == RENDEZVOUS) {
      return false;
    }
    boolean shares = sharesMemory(peer);
    if (!shares && options.sharing() == Sharing.ALWAYS) {
      throw new IOException("does not see the shared memory of this process");
    }
    return shares;
  }

  void cannotShare(IOException reason) throws IOException {
    if (options.sharing() == Sharing.ALWAYS) {
      throw reason;
    }
    LOG.log(System.Logger.Level.WARNING, "no shared memory, using tcp: {0}", reason.getMessage());
  }

  Verdict admit(Hello hello) {
    String job = options.credentials().job();
    if (!hello.job().equals(job)) {
      return Verdict.refuse("this is job " + job + ", not " + hello.job());
    }
    if (hello.node() > MOST_NODES) {
      return Verdict.refuse("there is no node " + hello.node());
    }
    if (hello.meant() != Hello.ANYBODY && hello.meant() != node) { // it had our port before us
      return Verdict.refuse("this is %s, not %s".formatted(name(node), name(hello.meant())));
    }
    if (hello.node() != Hello.NEW && farewells.isGone(hello.node())) {
      return Verdict.refuse("node " + hello.node() + " is taken for lost");
    }
    Verdict verdict = admission.admit(hello);
    if (!verdict.isRefusal() && verdict.node() != RENDEZVOUS) {
      endpoints.putIfAbsent(verdict.node(), Endpoint.parse(hello.address()));
    }
    return verdict;
  }

  private static String name(int node) {
    return node == RENDEZVOUS
        ? "the rendezvous"
        : node == Hello.NEW ? "a new node" : "node " + node;
  }

  void onAdmitted(Verdict verdict) {
    if (node == Hello.NEW) {
      node = verdict.node();
    }
  }

  /** A caller is let in: until this side calls, the same link leads back. */
  void onOpen(Link link) {
    if (routes.get(link.peer(), link.lane()) == null) {
      routes.put(link.peer(), link.lane(), link);
    }
    if (!List.of(links).contains(link)) {
      add(link);
    }
    usesSockets |= link.isSocket();
  }

  /** A link is called for again. */
  void replace(Link old, Link link) {
    if (routes.get(link.peer(), link.lane()) == old) {
      routes.put(link.peer(), link.lane(), link);
      old.close();
      add(link);
    } else {
      link.close();
    }
  }

  void onFrame(Link link, Frame.Type type, Message message) throws IOException {
    switch (type) {
      case MESSAGE -> events.arrived(message);
      case PUT -> {
        Puts.receive(message, mailboxes);
        message.release();
      }
      case BYE -> {
        farewells.bye(link.peer(), message.kind());
        message.release();
      }
      case BEAT -> message.release();
    }
  }

  void onRefused(SocketAddress who, String why) {
    acceptor.refuse(who, why, nanoTime());
  }

  void onBroken(int peer, String why) {
    farewells.broken(peer, why, nanoTime());
  }

  void wake() {
    events.wake();
  }
}
