package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.TransportContractTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The contract for nodes that are connected as if they were processes, under some options. */
abstract class NetContract extends TransportContractTest {
  static final Credentials CREDENTIALS = new Credentials("test", "open sesame");

  abstract NetOptions options();

  @Override
  protected int races(int most) {
    return most / 30;
  }

  @Override
  protected Net open(int nodes) {
    try {
      return new Processes(nodes, options());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes in what comes, and nothing must. */
  private static final class Silence implements Transport.Receiver {
    @Override
    public void onMessage(Message message) {
      throw new AssertionError("unexpected: " + message);
    }

    @Override
    public void onReleased(Message message) {}

    @Override
    public void onLost(Loss loss) {}
  }

  private static final class Processes implements Net {
    private final Map<Integer, NetTransport> transports = new HashMap<>();

    Processes(int nodes, NetOptions options) throws IOException {
      for (int node = Transport.RENDEZVOUS; node < nodes; node++) {
        transports.put(node, NetTransport.open(node, options, Admission.NUMBERED));
      }
      for (NetTransport transport : transports.values()) {
        transports.forEach((node, other) -> transport.learn(node, other.address()));
      }
    }

    @Override
    public Transport transport(int node) {
      return transports.get(node);
    }

    @Override
    public void settle(BooleanSupplier condition) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (!condition.getAsBoolean() && System.nanoTime() < end) {
        Thread.yield();
      }
    }

    @Override
    public boolean lends() {
      return false;
    }

    @Override
    public void pump() {
      transports.values().forEach(transport -> transport.poll(new Silence()));
    }

    @Override
    public void close() {
      transports.values().forEach(NetTransport::close);
      for (NetTransport transport : transports.values()) {
        try {
          transport.awaitLeft();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
