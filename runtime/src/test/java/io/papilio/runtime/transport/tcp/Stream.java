package io.papilio.runtime.transport.tcp;

import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.frame.Frame;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * A socket whose every call moves as many bytes as a test says: what is written to it, or was in it
 * from the beginning, is read from it.
 */
final class Stream implements ByteChannel {
  private final ByteBuffer bytes;
  private final IntSupplier atOnce;
  private int read;
  private boolean ended;

  /** Room for so many bytes. */
  Stream(int capacity, IntSupplier atOnce) {
    this.bytes = ByteBuffer.allocate(capacity);
    this.atOnce = atOnce;
  }

  /** These bytes, and then nothing. */
  static Stream with(byte[] content, IntSupplier atOnce) {
    Stream stream = new Stream(content.length, atOnce);
    stream.bytes.put(content);
    return stream;
  }

  /** These bytes, and then the end. */
  static Stream of(byte[] content, IntSupplier atOnce) {
    Stream stream = with(content, atOnce);
    stream.ended = true;
    return stream;
  }

  /** Messages as a socket carries them. */
  static byte[] bytes(List<Message> messages) {
    byte[] all = new byte[messages.stream().mapToInt(Frame::size).sum()];
    Memory memory = new Memory(ByteBuffer.allocateDirect(all.length));
    int at = 0;
    for (Message message : messages) {
      Frame.write(Frame.Type.MESSAGE, message, memory, at);
      at += Frame.size(message);
    }
    memory.bytes().get(0, all);
    return all;
  }

  /** How many bytes were read. */
  int consumed() {
    return read;
  }

  @Override
  public int read(ByteBuffer target) {
    int count = Math.min(bytes.position() - read, target.remaining());
    if (count == 0 && target.hasRemaining() && ended) {
      return -1;
    }
    count = Math.min(count, atOnce.getAsInt());
    target.put(bytes.duplicate().limit(read + count).position(read));
    read += count;
    return count;
  }

  @Override
  public int write(ByteBuffer source) {
    int count = Math.min(atOnce.getAsInt(), Math.min(source.remaining(), bytes.remaining()));
    bytes.put(source.slice(source.position(), count));
    source.position(source.position() + count);
    return count;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
