package io.papilio.bench.jmh;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Sockets alone: bytes to another thread and back through the loopback device, read into memory
 * that begins so many bytes behind a page. The kernel copies them there, and where that is may
 * matter more than how many there are.
 */
@State(Scope.Benchmark)
public class SocketBenchmark extends TimedBenchmark {
  private static final int PAGE = 4096;

  @Param({"0", "8", "16", "32", "64"})
  int behindPage;

  @Param("200000")
  int bytes;

  private SocketChannel own;
  private SocketChannel other;
  private Thread echo;
  private ByteBuffer sent;
  private ByteBuffer received;

  /** Connects, and lets the other side send back what it gets. */
  @Setup
  public void open() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(loopback, 0));
      own = SocketChannel.open(server.getLocalAddress());
      other = server.accept();
    }
    own.setOption(StandardSocketOptions.TCP_NODELAY, true);
    other.setOption(StandardSocketOptions.TCP_NODELAY, true);
    sent = buffer();
    received = buffer();
    ByteBuffer echoed = buffer();
    echo = new Thread(() -> sendBack(echoed), "echo");
    echo.start();
  }

  private ByteBuffer buffer() {
    ByteBuffer all = ByteBuffer.allocateDirect(bytes + 2 * PAGE);
    return all.slice(PAGE - all.alignmentOffset(0, PAGE) + behindPage, bytes);
  }

  private void sendBack(ByteBuffer buffer) {
    try {
      while (true) {
        read(other, buffer);
        write(other, buffer);
      }
    } catch (EOFException | ClosedChannelException e) {
      // the benchmark is over
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes both sides. */
  @TearDown
  public void close() throws IOException, InterruptedException {
    own.close();
    echo.join();
    other.close();
  }

  /** There and back; what came back. */
  @Benchmark
  public ByteBuffer roundTrip() throws IOException {
    write(own, sent);
    read(own, received);
    return received;
  }

  ByteBuffer sent() {
    return sent;
  }

  private static void write(SocketChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private static void read(SocketChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the other side was closed");
      }
    }
  }
}
