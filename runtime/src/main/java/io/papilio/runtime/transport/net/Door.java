package io.papilio.runtime.transport.net;

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
 * Where a process listens. Whoever comes has some seconds to prove that it belongs here; only so
 * many may stand in front of the door, and the one who has stood there longest makes room.
 */
final class Door implements AutoCloseable {
  /** Also a connection over slow links and TLS on a busy machine is through by then. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private static final int MOST_WAITING = 256;
  private static final int MOST_AT_ONCE = 64;

  private final ServerSocketChannel channel;
  private final Deque<Link> waiting = new ArrayDeque<>();
  private long refused;

  private Door(ServerSocketChannel channel) {
    this.channel = channel;
  }

  /** Listens on the first port of the range that is free. */
  static Door open(InetAddress host, NetOptions options, Selector selector) throws IOException {
    NetOptions.Ports ports = options.ports();
    for (int port = ports.first(); port <= ports.last(); port++) {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        if (options.socketBytes() > 0) {
          channel.setOption(StandardSocketOptions.SO_RCVBUF, options.socketBytes());
        }
        channel.bind(new InetSocketAddress(host, port), 1024);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_ACCEPT);
        return new Door(channel);
      } catch (IOException e) {
        channel.close();
        if (!(e instanceof BindException) || ports.first() == ports.last()) {
          throw new IOException(
              "cannot listen on %s port %d: %s".formatted(host, port, e.getMessage()), e);
        }
      }
    }
    throw new BindException(
        "no port of %d-%d is free on %s".formatted(ports.first(), ports.last(), host));
  }

  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  /** Lets those in who knock, up to the link that is to hear them out. */
  void answer(Function<SocketChannel, Link> welcome) {
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      SocketChannel caller = accept();
      if (caller == null) {
        return;
      }
      Link link = welcome.apply(caller);
      if (link != null) {
        waiting.add(link);
      }
      if (waiting.size() > MOST_WAITING) {
        waiting.remove().fail("too many others came while it said nothing");
      }
    }
  }

  private SocketChannel accept() {
    try {
      return channel.accept();
    } catch (IOException e) { // too many open files, say: those who are in go on
      System.getLogger(Door.class.getName())
          .log(System.Logger.Level.WARNING, "cannot accept a connection", e);
      return null;
    }
  }

  /** Sends those away who have waited for too long; returns when the next has. */
  long expire(long nowNanos) {
    waiting.removeIf(link -> !link.isGreeting());
    while (!waiting.isEmpty() && nowNanos - waiting.peek().bornNanos() > PATIENCE_NANOS) {
      waiting.remove().fail("said nothing of use for " + PATIENCE_NANOS / 1_000_000_000L + " s");
    }
    return waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().bornNanos() + PATIENCE_NANOS + 1;
  }

  /** How many were sent away. */
  synchronized long refused() {
    return refused;
  }

  synchronized void refuse(Object who, String why) {
    refused++;
    System.getLogger(Door.class.getName())
        .log(System.Logger.Level.WARNING, "refused {0}: {1}", who, why);
  }

  @Override
  public void close() {
    waiting.forEach(Link::close);
    Link.closeQuietly(channel);
  }
}
