package io.papilio.runtime.transport.tls;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One side of a conversation: sends bytes that depend on their position, and checks those that it
 * gets. It follows the rules of {@link SecureChannel} and does nothing more than they ask for.
 */
final class Talker {
  private final SecureChannel channel;
  private final int seed;
  private final Plan plan;
  private final ByteBuffer in;
  private final ByteBuffer out;
  private int sent;
  private int received;
  private boolean ended;

  /**
   * What is said.
   *
   * @param send how many bytes this side sends
   * @param receive how many it gets
   * @param ahead how many more it may have sent than got
   * @param chunk how large its buffers are
   */
  record Plan(int send, int receive, int ahead, int chunk) {
    Plan ofPeer() {
      return new Plan(receive, send, ahead, chunk);
    }

    Plan withChunk(int size) {
      return new Plan(send, receive, ahead, size);
    }
  }

  Talker(SecureChannel channel, int seed, Plan plan) {
    this.channel = channel;
    this.seed = seed;
    this.plan = plan;
    this.in = ByteBuffer.allocateDirect(plan.chunk);
    this.out = ByteBuffer.allocateDirect(plan.chunk).flip();
  }

  SecureChannel channel() {
    return channel;
  }

  boolean isDone() {
    return sent == plan.send
        && !out.hasRemaining()
        && received == plan.receive
        && !channel.wantsWrite();
  }

  boolean hasEnded() {
    return ended;
  }

  boolean waitsForWritable() {
    return channel.wantsWrite() || channel.established() && hasSomethingToSay();
  }

  private boolean hasSomethingToSay() {
    return out.hasRemaining() || allowed() > 0;
  }

  private int allowed() {
    return (int) Math.min(plan.send - sent, (long) received + plan.ahead - sent);
  }

  void onReadable() throws IOException {
    for (int count = read(); count != 0 && !ended; count = read()) {
      ended = count < 0;
    }
  }

  private int read() throws IOException {
    in.clear();
    int count = channel.read(in);
    in.flip();
    if (in.remaining() != Math.max(count, 0)) {
      throw new AssertionError("read returned " + count + " for " + in.remaining());
    }
    while (in.hasRemaining()) {
      byte value = in.get();
      if (value != at(~seed, received++)) {
        throw new AssertionError("wrong byte at " + (received - 1));
      }
    }
    return count;
  }

  void onWritable() throws IOException {
    int count;
    do {
      fill();
      int before = out.remaining();
      count = channel.write(out);
      if (before - out.remaining() != count) {
        throw new AssertionError("wrote " + (before - out.remaining()) + ", not " + count);
      }
    } while (count > 0 && hasSomethingToSay());
  }

  private void fill() {
    if (!out.hasRemaining()) {
      out.clear();
      for (int i = Math.min(out.capacity(), allowed()); i > 0; i--) {
        out.put(at(seed, sent++));
      }
      out.flip();
    }
  }

  /** The talker of the other side has the complement of the seed. */
  private static byte at(int seed, int position) {
    int mixed = (seed + position) * 0x9E3779B9;
    return (byte) (mixed >>> 24);
  }

  @Override
  public String toString() {
    return "sent %d, received %d of %s; established %s, wants write %s, ended %s"
        .formatted(sent, received, plan, channel.established(), channel.wantsWrite(), ended);
  }
}
