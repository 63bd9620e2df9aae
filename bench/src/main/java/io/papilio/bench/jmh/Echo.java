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

  private final Transport asker;
  private final Slice question;
  private final int mostElements;
  private final Answerer listener;
  private final Thread thread;
  private final Answers answers = new Answers();

  /** The elements of the question are sent again and again. */
  Echo(List<Transport> pair, Slice question) {
    this.asker = pair.get(0);
    this.question = question;
    this.mostElements =
        (int) Math.min(question.length(), asker.maxPayloadBytes() / question.type().bytes());
    this.listener = new Answerer(pair.get(1), question);
    this.thread = new Thread(listener, "listener");
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns when all of the question has arrived and the listener has said so. */
  void ask() {
    long expected = answers.count + 1;
    for (int from = 0; from < question.length(); from += mostElements) {
      int to = Math.min(from + mostElements, question.length());
      boolean more = to < question.length();
      asker.send(message(1).sequence(from).more(more).payload(question.slice(from, to)));
    }
    long deadline = asker.nanoTime() + PATIENCE_NANOS;
    while (answers.count < expected) {
      if (!asker.poll(answers)) {
        asker.await(deadline);
      }
      if (asker.nanoTime() > deadline) {
        throw new IllegalStateException("no answer within " + PATIENCE_NANOS + " ns");
      }
    }
  }

  private static Message message(int target) {
    return Message.to(target, Message.Lane.DATA, CHANNEL);
  }

  /** What has arrived, once it was answered. */
  Slice arrived() {
    return listener.elements;
  }

  @Override
  public void close() {
    asker.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.transport.close();
  }

  /** Counts them. */
  private static final class Answers implements Transport.Receiver {
    private long count;

    @Override
    public void onMessage(Message message) {
      message.release();
      count++;
    }

    @Override
    public void onReleased(Message message) {}

    @Override
    public void onLost(Loss loss) {}
  }

  /** Takes in what comes, until the asker leaves. */
  private static final class Answerer implements Transport.Receiver, Runnable {
    private final Transport transport;
    private final Slice elements;
    private boolean open = true;

    Answerer(Transport transport, Slice like) {
      this.transport = transport;
      this.elements = Slice.allocate(like.type(), like.length());
    }

    @Override
    public void run() {
      while (open) {
        if (!transport.poll(this)) {
          transport.await(transport.nanoTime() + PATIENCE_NANOS);
        }
      }
    }

    @Override
    public void onMessage(Message message) {
      int from = message.sequence();
      message.payload().copyTo(elements.slice(from, from + message.payload().length()));
      message.release();
      if (!message.more()) {
        transport.send(message(0));
      }
    }

    @Override
    public void onReleased(Message message) {}

    @Override
    public void onLost(Loss loss) {
      open = false;
    }
  }
}
