package io.papilio.runtime.transport.simulated;

import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.TransportContractTest;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

class SimulatedTransportTest extends TransportContractTest {
  private long seed;

  @Override
  protected Net open(int nodes) {
    SimulatedNetwork network = new SimulatedNetwork(nodes, seed++, 1_000, 200_000);
    return new Net() {
      @Override
      public Transport transport(int node) {
        return network.transport(node);
      }

      @Override
      public void settle(BooleanSupplier condition) {
        network.runUntil(condition, network.nanoTime() + TimeUnit.SECONDS.toNanos(10));
      }

      @Override
      public void close() {} // nothing but memory
    };
  }
}
