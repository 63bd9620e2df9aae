package io.papilio.runtime.transport;

import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A node that writes down, in order, all that its transport tells it. Threads may share it. */
public final class Peer implements Transport.Receiver {
  private final Transport transport;
  private final boolean driven;
  private final List<Object> events = Collections.synchronizedList(new ArrayList<>());
  private final List<Message> messages = Collections.synchronizedList(new ArrayList<>());
  private final List<Message> released = Collections.synchronizedList(new ArrayList<>());
  private final List<Loss> losses = Collections.synchronizedList(new ArrayList<>());
  private boolean releasesAtOnce;

  public Peer(Transport transport) {
    this.transport = transport;
    this.driven = transport.drive(this::poll);
  }

  /** From now on messages are released as they come; their payload is looked at before. */
  public Peer releasingAtOnce() {
    releasesAtOnce = true;
    return this;
  }

  public Transport transport() {
    return transport;
  }

  /** Whether the transport takes the turns itself. */
  public boolean isDriven() {
    return driven;
  }

  public boolean poll() {
    return transport.poll(this);
  }

  /** Sends elements of this type for a number, on a lane; the number is their operation too. */
  public Message send(int target, Message.Lane lane, Slice payload, long salt) {
    Message message = Message.to(target, lane, 7).operation(salt).payload(payload);
    if (transport.send(message)) {
      onReleased(message);
    }
    return message;
  }

  @Override
  public void onMessage(Message message) {
    events.add(message);
    messages.add(message);
    if (releasesAtOnce) {
      Values.assertAre(message.operation(), message.payload());
      message.release();
    }
  }

  @Override
  public void onReleased(Message message) {
    events.add(message);
    released.add(message);
  }

  @Override
  public void onLost(Loss loss) {
    events.add(loss);
    losses.add(loss);
  }

  /** Messages, own messages come back, and losses. */
  public List<Object> events() {
    return events;
  }

  public List<Message> messages() {
    return messages;
  }

  /** Those of one node on one lane. */
  public List<Message> messages(int source, Message.Lane lane) {
    return messages.stream().filter(m -> m.source() == source && m.lane() == lane).toList();
  }

  public List<Message> released() {
    return released;
  }

  public List<Loss> losses() {
    return losses;
  }
}
