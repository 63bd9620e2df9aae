package io.papilio.runtime.transport.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The socket as the library sees it: whoever writes finds nothing to read, and whoever reads can
 * always write. What the socket did not take from a reader is kept, and goes out before anything
 * else.
 *
 * <p>Otherwise two peers that answer each other's change of keys, with full sockets in both
 * directions, would both wait to write and never read again.
 */
final class TlsSocket implements ByteChannel {
  /** Far more than a handshake needs; then a peer asks for answers that it does not take. */
  private static final int MOST_KEPT = 64;

  private final ByteChannel socket;
  private final Deque<ByteBuffer> kept = new ArrayDeque<>();
  private boolean writing;
  private boolean ended;

  TlsSocket(ByteChannel socket) {
    this.socket = socket;
  }

  /** Says whether the calls that follow are made by a write, or else by a read. */
  void writing(boolean now) {
    writing = now;
  }

  /** Whether the socket has come to its end. */
  boolean ended() {
    return ended;
  }

  boolean isKeeping() {
    return !kept.isEmpty();
  }

  /** Sends what was kept; returns whether that was all. */
  boolean flush() throws IOException {
    for (ByteBuffer first = kept.peek(); first != null; first = kept.peek()) {
      socket.write(first);
      if (first.hasRemaining()) {
        return false;
      }
      kept.remove();
    }
    return true;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (writing) {
      return 0;
    }
    int count = socket.read(target);
    ended |= count < 0;
    return count;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    int before = source.position();
    if (flush()) {
      socket.write(source);
    }
    if (!writing && source.hasRemaining()) {
      keep(source);
    }
    return source.position() - before;
  }

  private void keep(ByteBuffer source) throws IOException {
    if (kept.size() == MOST_KEPT) {
      throw new IOException("the peer does not read what TLS answers it");
    }
    kept.add(ByteBuffer.allocate(source.remaining()).put(source).flip());
  }

  @Override
  public boolean isOpen() {
    return socket.isOpen();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
