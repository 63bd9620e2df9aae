package io.papilio.runtime.process;

import io.papilio.runtime.transport.process.Credentials;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetTransport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Strangers at a port: what they do there must hurt nobody. */
final class Garbage implements AutoCloseable {
  private static final byte[] GREETING = "PAPILIO1".getBytes(StandardCharsets.US_ASCII);

  private final Random random;
  private final List<SocketChannel> open = new ArrayList<>();

  /** What a stranger does. */
  enum Kind {
    RANDOM_BYTES,
    SILENCE,
    ONE_BYTE_AT_A_TIME,
    GREETING_AND_RANDOM_BYTES,
    GREETING_AND_GONE,
    WRONG_SECRET,
    CROWD
  }

  Garbage(long seed) {
    this.random = new Random(seed);
  }

  /** Bothers a port, in the ways of this kind. */
  void bother(Endpoint target, Kind kind) throws IOException {
    switch (kind) {
      case RANDOM_BYTES -> connect(target, bytes(random.nextInt(5_000)));
      case SILENCE -> connect(target, new byte[0]);
      case ONE_BYTE_AT_A_TIME -> connect(target, new byte[] {GREETING[0]});
      case GREETING_AND_RANDOM_BYTES -> {
        SocketChannel channel = connect(target, GREETING);
        write(channel, bytes(16 + random.nextInt(3_000)));
      }
      case GREETING_AND_GONE -> connect(target, GREETING).close();
      case WRONG_SECRET -> joinWithAnotherSecret(target);
      case CROWD -> {
        for (int i = 0; i < 400; i++) {
          connect(target, new byte[0]);
        }
      }
    }
  }

  /** Another byte from those who send one at a time. */
  void trickle() {
    for (SocketChannel each : open) {
      write(each, bytes(1));
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private SocketChannel connect(Endpoint target, byte[] first) throws IOException {
    SocketChannel channel = SocketChannel.open(new InetSocketAddress(target.host(), target.port()));
    open.add(channel);
    write(channel, first);
    return channel;
  }

  private static void write(SocketChannel channel, byte[] bytes) {
    try {
      channel.write(ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      return; // it was sent away already
    }
  }

  private static void joinWithAnotherSecret(Endpoint target) {
    NetOptions options = NetOptions.of(new Credentials("local", "a guess"));
    try {
      NetTransport.join(target, Hello.ANY, options, Duration.ofSeconds(5)).close();
      throw new AssertionError("let in with another secret");
    } catch (IOException e) {
      return; // as it should be
    }
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel each : open) {
      each.close();
    }
  }
}
