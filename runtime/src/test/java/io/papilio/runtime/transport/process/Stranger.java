package io.papilio.runtime.transport.process;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A client that does to a listening process whatever a test wants. */
final class Stranger implements AutoCloseable {
  static final byte[] MAGIC = "PAPILIO1".getBytes(StandardCharsets.US_ASCII);
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final SocketChannel channel;

  Stranger(Endpoint endpoint) throws IOException {
    channel = SocketChannel.open(endpoint.resolve());
    channel.configureBlocking(false);
  }

  /** Where it calls from, as the other side sees it. */
  String address() throws IOException {
    return channel.getLocalAddress().toString();
  }

  Stranger say(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    return this;
  }

  Stranger say(String text) throws IOException {
    return say(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Says all that somebody with these credentials would, and waits for the answer. */
  Verdict greet(Credentials credentials, Hello hello) throws IOException {
    Handshake handshake = new Handshake(credentials, true);
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() < end) {
      byte[] said = handshake.advance(channel);
      if (said != null && said.length == 0) {
        handshake.say(hello.encode());
      } else if (said != null) {
        return Verdict.decode(said);
      }
      Thread.onSpinWait();
    }
    throw new SocketTimeoutException("no answer");
  }

  /** Takes in what was said; whether the other side has hung up. */
  boolean hear(ByteBuffer said) {
    try {
      return channel.read(said) < 0;
    } catch (IOException e) {
      return true;
    }
  }

  /** Waits until the other side has hung up. */
  void awaitEnd() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(4096);
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (System.nanoTime() < end) {
      try {
        if (channel.read(buffer.clear()) < 0) {
          return;
        }
      } catch (IOException e) {
        return; // hung up on what was not read
      }
      Thread.yield();
    }
    throw new SocketTimeoutException("still connected");
  }

  /** Whether the other side has not hung up. */
  boolean isConnected() {
    try {
      return channel.read(ByteBuffer.allocate(4096)) >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
