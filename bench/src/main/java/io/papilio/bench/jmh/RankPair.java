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

/** A group of two ranks in this JVM. */
interface RankPair extends AutoCloseable {

  Communicator rank(int rank);

  @Override
  void close();

  static RankPair open(Wiring wiring) throws IOException {
    return wiring == Wiring.INPROC ? new ThreadPair() : new ProcessPair(wiring.options());
  }

  /** As threads of one JVM are. */
  final class ThreadPair implements RankPair {
    private final LocalCluster cluster = new LocalCluster(2);
    private final Communicator[] ranks = {cluster.communicator(0), cluster.communicator(1)};

    @Override
    public Communicator rank(int rank) {
      return ranks[rank];
    }

    @Override
    public void close() {
      ranks[0].close();
      ranks[1].close();
      cluster.close();
    }
  }

  /** As processes are. */
  final class ProcessPair implements RankPair {
    private final RendezvousServer rendezvous;
    private final Worker[] ranks;

    ProcessPair(NetOptions options) throws IOException {
      rendezvous = new RendezvousServer(2, Heartbeat.DEFAULT, options);
      CompletableFuture<Worker> other = CompletableFuture.supplyAsync(() -> join(1, options));
      ranks = new Worker[] {join(0, options), other.join()};
    }

    private Worker join(int rank, NetOptions options) {
      try {
        return Worker.join(rendezvous.endpoint(), Worker.Options.of(options).withRank(rank));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Communicator rank(int rank) {
      return ranks[rank].communicator();
    }

    @Override
    public void close() {
      ranks[0].close();
      ranks[1].close();
      rendezvous.close();
    }
  }
}
