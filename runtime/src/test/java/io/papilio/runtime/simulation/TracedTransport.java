package io.papilio.runtime.simulation;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A transport that tells somebody of all that passes it; otherwise as the one behind it, unless it
 * is told to deliver a message twice.
 */
final class TracedTransport implements Transport {
  private final Transport transport;
  private final Consumer<Passed> observer;
  private final Set<Message> copies = new HashSet<>(); // by identity
  private int duplicateAfter = -1;
  private long maxPayloadBytes = Long.MAX_VALUE;

  /** Something that a node did or heard: about a message, or a loss. */
  record Passed(int node, String what, Message message, Loss loss) {}

  TracedTransport(Transport transport, Consumer<Passed> observer) {
    this.transport = transport;
    this.observer = observer;
  }

  /** From now on messages carry no more than this, so that operations have to cut. */
  void limit(long payloadBytes) {
    maxPayloadBytes = payloadBytes;
  }

  /** After so many more data messages, one is sent twice. */
  void duplicate(int after) {
    duplicateAfter = after;
  }

  @Override
  public boolean send(Message message) {
    transport.send(message);
    observer.accept(new Passed(node(), "sends", message, null));
    if (message.lane() == Message.Lane.DATA && duplicateAfter-- == 0) {
      Message copy =
          Message.to(message.target(), message.lane(), message.channel())
              .kind(message.kind())
              .epoch(message.epoch())
              .operation(message.operation())
              .sequence(message.sequence())
              .digest(message.digest())
              .more(message.more())
              .payload(message.payload());
      copies.add(copy);
      transport.send(copy);
    }
    return false;
  }

  @Override
  public void forget(long channel) {
    transport.forget(channel);
  }

  @Override
  public boolean poll(Receiver receiver) {
    return transport.poll(
        new Receiver() {
          @Override
          public void onMessage(Message message) {
            observer.accept(new Passed(node(), "gets", message, null));
            receiver.onMessage(message);
          }

          @Override
          public void onReleased(Message message) {
            observer.accept(new Passed(node(), "gets back", message, null));
            if (!copies.remove(message)) {
              receiver.onReleased(message);
            }
          }

          @Override
          public void onLost(Loss loss) {
            observer.accept(new Passed(node(), "loses", null, loss));
            receiver.onLost(loss);
          }
        });
  }

  @Override
  public int node() {
    return transport.node();
  }

  @Override
  public long maxPayloadBytes() {
    return maxPayloadBytes;
  }

  @Override
  public long nanoTime() {
    return transport.nanoTime();
  }

  @Override
  public void put(int target, long channel, long version, Slice elements) {
    transport.put(target, channel, version, elements);
  }

  @Override
  public Mailbox mailbox(int source, long channel, ElementType type, int length) {
    return transport.mailbox(source, channel, type, length);
  }

  @Override
  public void await(long untilNanos) {
    transport.await(untilNanos);
  }

  @Override
  public void wake() {
    transport.wake();
  }

  @Override
  public boolean drive(Runnable turn) {
    return transport.drive(turn);
  }

  @Override
  public void alarm(long atNanos) {
    transport.alarm(atNanos);
  }

  @Override
  public void close() {
    transport.close();
  }
}
