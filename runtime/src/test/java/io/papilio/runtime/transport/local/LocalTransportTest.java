package io.papilio.runtime.transport.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Peer;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.TransportContractTest;
import io.papilio.runtime.transport.Values;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class LocalTransportTest extends TransportContractTest {

  @Override
  protected Net open(int nodes) {
    LocalNetwork network = new LocalNetwork(nodes);
    return new Net() {
      @Override
      public Transport transport(int node) {
        return network.transport(node);
      }

      @Override
      public void settle(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
          Thread.yield();
        }
      }

      @Override
      public void close() {} // nothing but memory
    };
  }

  @Test
  void shouldHandOverTheArrayItself() {
    LocalNetwork network = new LocalNetwork(2);
    Peer sender = new Peer(network.transport(0));
    Peer receiver = new Peer(network.transport(1));
    Slice payload = Values.of(ElementType.FLOAT, 10, 1);
    sender.send(1, Lane.DATA, payload, 1);
    receiver.poll();
    assertSame(payload.array(), receiver.messages().get(0).payload().array());
  }

  @Test
  void shouldTellEverybodyElseOfALostNode() {
    LocalNetwork network = new LocalNetwork(3);
    List<Peer> peers =
        List.of(
            new Peer(network.transport(0)),
            new Peer(network.transport(1)),
            new Peer(network.transport(2)),
            new Peer(network.transport(Transport.RENDEZVOUS)));
    network.lose(1, "out of memory");
    peers.forEach(Peer::poll);
    List<Loss> expected = List.of(new Loss(1, false, "out of memory"));
    assertEquals(expected, peers.get(0).losses());
    assertEquals(List.of(), peers.get(1).losses());
    assertEquals(expected, peers.get(2).losses());
    assertEquals(expected, peers.get(3).losses());
  }

  @Test
  void shouldRefuseANetworkWithoutNodes() {
    assertThrows(IllegalArgumentException.class, () -> new LocalNetwork(0));
  }
}
