package io.papilio.runtime.transport.frame;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Slice;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * A message in bytes. Numbers are in the machine's own order: peers of another order are refused
 * when they connect.
 *
 * <pre>
 *    0 size of the frame   4 type   5 element type   6 more   8 channel   16 operation   24 digest
 *   32 kind   36 epoch   40 sequence   44 bytes of payload   48 payload ... up to a multiple of 8
 * </pre>
 *
 * A PUT is a piece of what goes into a mailbox: its operation is the version, its sequence the
 * number of elements before the piece, its epoch that of all elements. A BYE says that nothing more
 * will come, a BEAT only that somebody is there.
 */
public final class Frame {
  public static final int HEADER = 48;

  /** Longer payloads are cut: this much stays in the cache between who writes and who reads it. */
  public static final int MAX_PAYLOAD = 128 * 1024;

  public static final int MAX_SIZE = HEADER + MAX_PAYLOAD;

  private static final ElementType[] ELEMENTS = ElementType.values();
  private static final Type[] TYPES = Type.values();
  private static final Slice[] NOTHING =
      Stream.of(ELEMENTS).map(type -> Slice.allocate(type, 0)).toArray(Slice[]::new);

  private static final Message.Owner EMPTY = message -> {};

  public enum Type {
    MESSAGE,
    PUT,
    BYE,
    BEAT
  }

  /** Whom frames are read for. */
  public interface Sink {
    /** Who sends here, and on which lane. */
    int source();

    int target();

    Lane lane();

    /** A message or one of the others; it must be released. */
    void onFrame(Type type, Message message) throws IOException;
  }

  private Frame() {}

  public static int size(Message message) {
    return size((int) message.payload().lengthBytes());
  }

  private static int size(int payloadBytes) {
    return (HEADER + payloadBytes + 7) & -8;
  }

  public static void write(Type type, Message message, Memory memory, int at) {
    ByteBuffer header = memory.bytes();
    Slice payload = message.payload();
    header.putInt(at, size(message));
    header.put(at + 4, (byte) type.ordinal());
    header.put(at + 5, (byte) payload.type().ordinal());
    header.put(at + 6, (byte) (message.more() ? 1 : 0));
    header.putLong(at + 8, message.channel());
    header.putLong(at + 16, message.operation());
    header.putLong(at + 24, message.digest());
    header.putInt(at + 32, message.kind());
    header.putInt(at + 36, message.epoch());
    header.putInt(at + 40, message.sequence());
    header.putInt(at + 44, (int) payload.lengthBytes());
    if (payload.length() > 0) {
      payload.copyTo(memory, at + HEADER);
    }
  }

  /** The size of the frame at a position, checked: what is wrong here must not be followed. */
  public static int size(Memory memory, int at) throws IOException {
    int size = memory.bytes().getInt(at);
    if (size < HEADER || size > size(MAX_PAYLOAD) || size % 8 != 0) {
      throw new ProtocolException("a frame of " + size + " bytes");
    }
    return size;
  }

  /**
   * Hands the frame at a position over as {@code message}, which is {@code owner}'s. It is released
   * at once if it has no payload: who keeps such a message for later holds up nothing.
   */
  public static void read(Memory memory, int at, Message message, Message.Owner owner, Sink sink)
      throws IOException {
    ByteBuffer header = memory.bytes();
    int bytes = header.getInt(at + 44);
    int type = header.get(at + 4);
    int element = header.get(at + 5);
    if (bytes < 0 || bytes > MAX_PAYLOAD || size(bytes) != header.getInt(at)) {
      throw new ProtocolException("a frame with a payload of " + bytes + " bytes");
    }
    if (type < 0 || type >= TYPES.length || element < 0 || element >= ELEMENTS.length) {
      throw new ProtocolException("a frame of type " + type + " with elements of type " + element);
    }
    ElementType elements = ELEMENTS[element];
    if (bytes % elements.bytes() != 0) {
      throw new ProtocolException(bytes + " bytes of " + elements);
    }
    message
        .address(sink.target(), sink.lane(), header.getLong(at + 8))
        .operation(header.getLong(at + 16))
        .digest(header.getLong(at + 24))
        .kind(header.getInt(at + 32))
        .epoch(header.getInt(at + 36))
        .sequence(header.getInt(at + 40))
        .more(header.get(at + 6) != 0)
        .arrived(sink.source(), owner);
    if (bytes == 0) {
      message.payload(NOTHING[element]);
      owner.released(message);
      message.arrived(sink.source(), EMPTY);
    } else {
      message.payload(memory, elements, at + HEADER, bytes / elements.bytes());
    }
    sink.onFrame(TYPES[type], message);
  }
}
