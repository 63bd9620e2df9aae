package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A new node's way to its number: it calls the rendezvous, again and again if nobody answers there
 * yet, until the time is over.
 */
final class Joining {
  private static final long CALL_AGAIN_NANOS = 250_000_000L;

  private final Endpoint rendezvous;
  private final Duration timeout;
  private final Consumer<String> journal;
  private final long endNanos;
  private String told = "";

  Joining(Endpoint rendezvous, Duration timeout, Consumer<String> journal) {
    this.rendezvous = rendezvous;
    this.timeout = timeout;
    this.journal = journal;
    this.endNanos = System.nanoTime() + timeout.toNanos();
  }

  /** A transport for each call. */
  @FunctionalInterface
  interface Opener {
    NetTransport open() throws IOException;
  }

  NetTransport run(Opener opener) throws IOException {
    while (true) {
      NetTransport transport = opener.open();
      transport.switchboard().learn(Transport.RENDEZVOUS, rendezvous);
      String failure = awaitAdmission(transport);
      if (failure.isEmpty()) {
        return transport;
      }
      transport.switchboard().close();
      if (!mayTryAgain(failure)) {
        throw new IOException(
            "cannot join at %s: the rendezvous %s".formatted(rendezvous.describe(), failure));
      }
      if (!failure.equals(told)) {
        told = failure;
        String text = "the rendezvous at %s %s; trying again for up to %s s";
        journal.accept(text.formatted(rendezvous.describe(), failure, timeout.toMillis() / 1e3));
      }
      LockSupport.parkNanos(CALL_AGAIN_NANOS);
    }
  }

  private boolean mayTryAgain(String failure) {
    return failure.startsWith(Link.UNREACHED)
        && System.nanoTime() + CALL_AGAIN_NANOS < endNanos
        && !Thread.currentThread().isInterrupted();
  }

  /** Returns why the node was not admitted, or nothing if it was. */
  private String awaitAdmission(NetTransport transport) {
    Switchboard switchboard = transport.switchboard();
    Link link = switchboard.link(Transport.RENDEZVOUS, Lane.CONTROL);
    while (!link.isOpen() && !link.isClosed()) {
      long restNanos = endNanos - System.nanoTime();
      if (restNanos < 0) {
        return "has not answered within " + timeout.toMillis() / 1e3 + " s";
      }
      if (Thread.currentThread().isInterrupted()) {
        return "had not answered when this thread was interrupted";
      }
      transport.await(transport.nanoTime() + restNanos);
      transport.poll(NetTransport.NOBODY);
      if (link.isClosed() && link.failure().isEmpty()) {
        link = switchboard.link(Transport.RENDEZVOUS, Lane.CONTROL); // it was called again
      }
    }
    return link.failure();
  }
}
