package io.papilio.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.papilio.runtime.cluster.LocalCluster.RankTask;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.NetOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Workers that could be processes, but are threads of this JVM: connected as processes are. */
final class Workers {

  private Workers() {}

  /** Runs a task on each; the first failure of any is thrown here. */
  static void run(int size, NetOptions options, RankTask task) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (RendezvousServer rendezvous = new RendezvousServer(size, Heartbeat.DEFAULT, options)) {
      List<Thread> threads = new ArrayList<>();
      for (int rank = 0; rank < size; rank++) {
        Worker.Options own = Worker.Options.of(options).withRank(rank);
        Runnable run =
            () -> {
              try (Worker worker = Worker.join(rendezvous.endpoint(), own)) {
                worker.run(task);
              } catch (Throwable e) { // assertions, too
                failure.compareAndSet(null, e);
              }
            };
        Thread thread = new Thread(run, "worker-" + rank);
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    if (failure.get() instanceof Exception e) {
      throw e;
    }
    if (failure.get() instanceof Error e) {
      throw e;
    }
    assertNull(failure.get());
  }
}
