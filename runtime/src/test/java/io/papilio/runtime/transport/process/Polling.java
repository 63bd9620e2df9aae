package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A node that polls on a thread of its own, until it is closed, and is gone then. */
final class Polling implements AutoCloseable, Transport.Receiver {
  private final NetTransport transport;
  private final Thread thread = new Thread(this::run, "polling");
  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
  private volatile boolean over;

  Polling(NetTransport transport) {
    this.transport = transport;
    thread.start();
  }

  private void run() {
    while (!over) {
      if (!transport.poll(this)) {
        transport.await(transport.nanoTime() + 1_000_000_000L);
      }
    }
  }

  NetTransport transport() {
    return transport;
  }

  /** What has arrived, already released. */
  BlockingQueue<Message> messages() {
    return messages;
  }

  BlockingQueue<Loss> losses() {
    return losses;
  }

  @Override
  public void onMessage(Message message) {
    message.keep();
    messages.add(message);
  }

  @Override
  public void onReleased(Message message) {}

  @Override
  public void onLost(Loss loss) {
    losses.add(loss);
  }

  @Override
  public void close() {
    over = true;
    transport.wake();
    try {
      thread.join();
      transport.close();
      transport.awaitLeft();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
