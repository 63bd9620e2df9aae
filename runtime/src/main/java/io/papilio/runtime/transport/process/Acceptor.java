package io.papilio.runtime.transport.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/**
 * Where a process listens. A caller has some seconds to prove that it belongs here. At most {@value
 * #MOST_WAITING} of them may wait for that; for one more, one of those who have waited longest has
 * to go. If it belongs here it calls again.
 */
final class Acceptor implements AutoCloseable {
  /** Also a connection over slow links and TLS is through by then, unless the machine is busy. */
  private static final long LEAST_PATIENCE_NANOS = 10_000_000_000L;

  /** The longest silence of those inside, divided by this, is granted to strangers as well. */
  private static final int STRANGERS_SHARE = 4;

  private static final int MOST_WAITING = 256;

  /** Of strangers, before those inside have their turn. */
  private static final int MOST_AT_ONCE = 16;

  /** When nobody can be let in, the next try comes after this, and not in a loop. */
  private static final long REST_NANOS = 100_000_000L;

  /** How many strangers are logged at once, and how often one more is; others are counted. */
  private static final int MOST_LINES = 100;

  private static final long LINE_NANOS = 1_000_000_000L;

  private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());

  private final ServerSocketChannel channel;
  private final SelectionKey key;
  private final long patienceNanos;
  private final Deque<Link> waiting = new ArrayDeque<>();
  private long reopenNanos = Long.MAX_VALUE;
  private String trouble = "";
  private long refused;
  private long unlogged;
  private long loggedNanos = Long.MIN_VALUE;

  private Acceptor(ServerSocketChannel channel, SelectionKey key, long silenceNanos) {
    this.channel = channel;
    this.key = key;
    this.patienceNanos = Math.max(LEAST_PATIENCE_NANOS, silenceNanos / STRANGERS_SHARE);
  }

  /** Listens on the first port of the range that is free. */
  static Acceptor open(InetAddress host, NetOptions options, Selector selector) throws IOException {
    NetOptions.Ports ports = options.ports();
    for (int port = ports.first(); port <= ports.last(); port++) {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        if (options.limits().socketBytes() > 0) {
          channel.setOption(StandardSocketOptions.SO_RCVBUF, options.limits().socketBytes());
        }
        channel.bind(new InetSocketAddress(host, port), 1024);
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_ACCEPT);
        return new Acceptor(channel, key, options.limits().silence().toNanos());
      } catch (IOException e) {
        channel.close();
        if (!(e instanceof BindException) || ports.first() == ports.last()) {
          throw new IOException(
              "cannot listen on %s port %d: %s"
                  .formatted(host.getHostAddress(), port, e.getMessage()),
              e);
        }
      }
    }
    throw new BindException(
        "no port of %d-%d is free on %s"
            .formatted(ports.first(), ports.last(), host.getHostAddress()));
  }

  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  /** Lets those in who knock, up to the link that is to hear them out. */
  void answer(long nowNanos, Function<SocketChannel, Link> welcome) {
    forgetThoseInside(); // who has come in is not sent away any more
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      SocketChannel caller = accept(nowNanos);
      if (caller == null) {
        return;
      }
      Link link = welcome.apply(caller);
      if (link != null) {
        waiting.add(link);
      }
      if (waiting.size() > MOST_WAITING) {
        forgetThoseInside();
      }
      if (waiting.size() > MOST_WAITING) {
        makeRoom();
      }
    }
  }

  /**
   * Half of the places are for those who have begun to speak our protocol, and half for those who
   * have yet to begin, so that neither can crowd out the others.
   */
  private void makeRoom() {
    long silent = waiting.stream().filter(link -> !link.isGreeted()).count();
    boolean spoken = silent <= MOST_WAITING / 2;
    Link first = waiting.stream().filter(link -> link.isGreeted() == spoken).findFirst().get();
    waiting.remove(first);
    first.fail("too many others came before it was done");
  }

  private SocketChannel accept(long nowNanos) {
    try {
      return channel.accept();
    } catch (IOException e) { // too many open files, say: those who are in go on
      shut(e, nowNanos);
      return null;
    }
  }

  /** Sends half of those away who wait, so that others can come; logging may need files as well. */
  private synchronized void shut(IOException reason, long nowNanos) {
    int away = (waiting.size() + 1) / 2;
    for (int i = 0; i < away; i++) {
      waiting.remove().close();
    }
    refused += away;
    trouble = "cannot accept connections, sent %d away: %s".formatted(away, reason.getMessage());
    key.interestOps(0);
    reopenNanos = nowNanos + REST_NANOS;
  }

  /** Sends those away who have waited for too long; returns when to ask again. */
  long expire(long nowNanos) {
    if (nowNanos >= reopenNanos) {
      LOG.log(System.Logger.Level.WARNING, trouble);
      key.interestOps(SelectionKey.OP_ACCEPT);
      reopenNanos = Long.MAX_VALUE;
    }
    forgetThoseInside();
    while (!waiting.isEmpty() && nowNanos - waiting.peek().bornNanos() > patienceNanos) {
      waiting.remove().fail("said nothing of use for " + patienceNanos / 1_000_000_000L + " s");
    }
    long next = Math.min(reopenNanos, logOthers(nowNanos));
    return waiting.isEmpty()
        ? next
        : Math.min(next, waiting.peek().bornNanos() + patienceNanos + 1);
  }

  private void forgetThoseInside() {
    waiting.removeIf(link -> !link.isGreeting());
  }

  synchronized long refused() {
    return refused;
  }

  /** A crowd must not fill the log, nor take the time of those inside for it. */
  synchronized void refuse(Object who, String why, long nowNanos) {
    refused++;
    loggedNanos = Math.max(loggedNanos, nowNanos - MOST_LINES * LINE_NANOS);
    if (loggedNanos + LINE_NANOS > nowNanos) {
      unlogged++;
    } else {
      loggedNanos += LINE_NANOS;
      LOG.log(System.Logger.Level.WARNING, "refused {0}: {1}", who, why);
    }
  }

  /** Logs how many were not, if it is time; returns when it will be. */
  private synchronized long logOthers(long nowNanos) {
    if (unlogged > 0 && loggedNanos + LINE_NANOS <= nowNanos) {
      loggedNanos += LINE_NANOS;
      LOG.log(System.Logger.Level.WARNING, "refused {0} others", Long.toString(unlogged));
      unlogged = 0;
    }
    return unlogged == 0 ? Long.MAX_VALUE : loggedNanos + LINE_NANOS;
  }

  @Override
  public void close() {
    waiting.forEach(Link::close);
    logOthers(Long.MAX_VALUE);
    Link.closeQuietly(channel);
  }
}
