package io.papilio.bench.jmh;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Two nodes, each with a thread: the caller's asks, the other one listens and answers.
 *
 * <pre>
 *   asker     ---- piece, piece, ... last piece ---->    listener, which copies each to its array
 *             <------------ an empty message --------
 * </pre>
 */
final class Echo implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long CHANNEL = 1;

  private final Slice question;
  private final int mostElements;
  private final End asker;
  private final End listener;
  private final Thread thread = new Thread(this::answer, "listener");

  /** The elements of the question are sent again and again. */
  Echo(List<Transport> pair, Slice question) {
    this.question = question;
    this.asker = new End(pair.get(0), Slice.EMPTY);
    this.listener = new End(pair.get(1), Slice.allocate(question.type(), question.length()));
    long mostBytes = asker.transport.maxPayloadBytes();
    this.mostElements = (int) Math.min(question.length(), mostBytes / question.type().bytes());
    thread.setDaemon(true);
    thread.start();
  }

  private void answer() {
    while (!listener.isAlone) {
      listener.awaitMessage();
      if (listener.isComplete) {
        listener.isComplete = false;
        listener.transport.send(Message.to(0, Message.Lane.DATA, CHANNEL));
      }
    }
  }

  /** Returns when all of the question has arrived and the listener has said so. */
  void ask() {
    for (int from = 0; from < question.length(); from += mostElements) {
      int to = Math.min(from + mostElements, question.length());
      asker.transport.send(
          Message.to(1, Message.Lane.DATA, CHANNEL)
              .sequence(from)
              .more(to < question.length())
              .payload(question.slice(from, to)));
    }
    long deadline = asker.transport.nanoTime() + PATIENCE_NANOS;
    for (asker.isComplete = false; !asker.isComplete; asker.awaitMessage()) {
      if (asker.transport.nanoTime() > deadline) {
        throw new IllegalStateException("no answer within " + PATIENCE_NANOS + " ns");
      }
    }
  }

  /** What has arrived, once it was answered. */
  Slice arrived() {
    return listener.elements;
  }

  @Override
  public void close() {
    asker.transport.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.transport.close();
  }

  /** One side: it keeps the elements that come, until the other leaves. */
  private static final class End implements Transport.Receiver {
    private final Transport transport;
    private final Slice elements;
    private boolean isComplete;
    private boolean isAlone;

    End(Transport transport, Slice elements) {
      this.transport = transport;
      this.elements = elements;
    }

    void awaitMessage() {
      if (!transport.poll(this)) {
        transport.await(transport.nanoTime() + PATIENCE_NANOS);
      }
    }

    @Override
    public void onMessage(Message message) {
      int from = message.sequence();
      message.payload().copyTo(elements.slice(from, from + message.payload().length()));
      isComplete = !message.more();
      message.release();
    }

    @Override
    public void onReleased(Message message) {}

    @Override
    public void onLost(Loss loss) {
      isAlone = true;
    }
  }
}
