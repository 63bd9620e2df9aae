package io.papilio.runtime.transport.frame;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Values;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is read from a pipe; and the frames that tests write into one. */
public final class Collector implements Frame.Sink {
  private final List<Frame.Type> types = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final boolean releases;

  /** Looks at each frame's elements and releases it at once, or keeps it as it is. */
  public Collector(boolean releases) {
    this.releases = releases;
  }

  /** A message with elements for a number, which is its operation and makes up all else. */
  public static Message message(ElementType type, int length, long salt) {
    return Message.to(1, Lane.DATA, salt * 3)
        .kind((int) salt + 1)
        .epoch((int) salt + 2)
        .operation(salt)
        .sequence((int) salt + 3)
        .digest(salt * 5)
        .more(salt % 2 == 1)
        .payload(Values.of(type, length, salt));
  }

  /** Whether it is what {@link #message} made. */
  public static boolean isWhole(Message message) {
    long salt = message.operation();
    Values.assertAre(salt, message.payload().copy());
    return message.channel() == salt * 3
        && message.kind() == (int) salt + 1
        && message.epoch() == (int) salt + 2
        && message.sequence() == (int) salt + 3
        && message.digest() == salt * 5
        && message.more() == (salt % 2 == 1);
  }

  @Override
  public int source() {
    return 4;
  }

  @Override
  public int target() {
    return 1;
  }

  @Override
  public Lane lane() {
    return Lane.DATA;
  }

  @Override
  public void onFrame(Frame.Type type, Message message) {
    types.add(type);
    messages.add(message);
    if (releases) {
      if (!isWhole(message)) {
        throw new AssertionError(message.toString());
      }
      message.release();
    }
  }

  public List<Frame.Type> types() {
    return types;
  }

  public List<Message> messages() {
    return messages;
  }

  /** The operations of all that came. */
  public List<Long> numbers() {
    return messages.stream().map(Message::operation).toList();
  }
}
