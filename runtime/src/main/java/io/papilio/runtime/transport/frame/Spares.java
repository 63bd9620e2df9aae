package io.papilio.runtime.transport.frame;

import io.papilio.runtime.transport.Message;
import java.util.ArrayDeque;
import java.util.Deque;

/** Messages that have been read and can be filled in again, so that a steady stream makes none. */
public final class Spares {
  private static final int MOST = 64;

  private final Deque<Message> messages = new ArrayDeque<>(MOST);

  /** One with anything in it. */
  public Message take() {
    Message message = messages.poll();
    return message == null ? new Message() : message;
  }

  public void add(Message message) {
    if (messages.size() < MOST) {
      messages.push(message);
    }
  }
}
