package io.papilio.bench.jmh;

import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.RendezvousServer;
import io.papilio.runtime.transport.process.NetOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;

/**
 * A group of two ranks in this JVM, wired as threads or as processes.
 *
 * @param end closes whatever is below the ranks
 */
record RankPair(Communicator first, Communicator second, Runnable end) implements AutoCloseable {

  static RankPair open(Wiring wiring) throws IOException {
    if (wiring == Wiring.INPROC) {
      LocalCluster cluster = new LocalCluster(2);
      return new RankPair(cluster.communicator(0), cluster.communicator(1), cluster::close);
    }
    NetOptions options = wiring.options();
    RendezvousServer rendezvous = new RendezvousServer(2, Heartbeat.DEFAULT, options);
    CompletableFuture<Worker> other =
        CompletableFuture.supplyAsync(() -> join(rendezvous, 1, options));
    Worker first = join(rendezvous, 0, options);
    Worker second = other.join();
    return new RankPair(
        first.communicator(),
        second.communicator(),
        () -> {
          first.close();
          second.close();
          rendezvous.close();
        });
  }

  private static Worker join(RendezvousServer rendezvous, int rank, NetOptions options) {
    try {
      return Worker.join(rendezvous.endpoint(), Worker.Options.of(options).withRank(rank));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    first.close();
    second.close();
    end.run();
  }
}
