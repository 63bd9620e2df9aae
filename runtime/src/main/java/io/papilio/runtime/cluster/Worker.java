package io.papilio.runtime.cluster;

import io.papilio.runtime.cluster.LocalCluster.RankTask;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.membership.Rendezvous;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * This process as one of a group of processes.
 *
 * <pre>{@code
 * NetOptions options = NetOptions.of(Credentials.read("my-job", secretFile));
 * try (Worker worker = Worker.join(Endpoint.parse("host:4000"), options)) {
 *   worker.run(comm -> comm.allReduce(gradient, Reduction.MEAN));
 * }
 * }</pre>
 */
public final class Worker implements AutoCloseable {
  /** Beats leave in time, and losses are heard of, also while this process computes. */
  private static final Duration TICK = Duration.ofMillis(200);

  private final NetTransport transport;
  private final Node node;
  private final Membership membership;
  private final Communicator communicator;

  /**
   * How to come into a group.
   *
   * @param timeout how long to wait for the rendezvous to be there, and for the group to form
   * @param journal is told, in words, what this process waits for
   */
  public record Options(
      int rank, Duration timeout, Heartbeat heartbeat, NetOptions net, Consumer<String> journal) {

    public static Options of(NetOptions net) {
      return new Options(Hello.ANY, Rendezvous.JOIN_TIMEOUT, Heartbeat.DEFAULT, net, event -> {});
    }

    public Options withRank(int value) {
      return new Options(value, timeout, heartbeat, net, journal);
    }

    public Options withTimeout(Duration value) {
      return new Options(rank, value, heartbeat, net, journal);
    }

    public Options withHeartbeat(Heartbeat value) {
      return new Options(rank, timeout, value, net, journal);
    }

    public Options withJournal(Consumer<String> value) {
      return new Options(rank, timeout, heartbeat, net, value);
    }
  }

  private Worker(NetTransport transport, Options options) {
    this.transport = transport;
    this.node = new Node(transport);
    this.membership = new Membership(node, options.heartbeat());
    membership.onWaiting(options.journal());
    node.execute(() -> node.attach(membership));
    node.tick(TICK);
    CompletableFuture<Group> first = new CompletableFuture<>();
    node.execute(() -> membership.nextGroup(true, options.timeout(), first));
    Settings settings = Settings.of(transport, options.net());
    this.communicator = Communicator.of(node, membership, await(first), settings);
  }

  public static Worker join(Endpoint rendezvous, NetOptions options) throws IOException {
    return join(rendezvous, Options.of(options));
  }

  /** Returns when the group has formed; fails if it has not in time, or cannot. */
  public static Worker join(Endpoint rendezvous, Options options) throws IOException {
    NetOptions net = options.net().withSilence(options.heartbeat().longestSilence());
    long endNanos = System.nanoTime() + options.timeout().toNanos();
    NetTransport transport =
        NetTransport.join(rendezvous, options.rank(), net, options.timeout(), options.journal());
    Duration rest = Duration.ofNanos(Math.max(1, endNanos - System.nanoTime()));
    return new Worker(transport, options.withTimeout(rest));
  }

  private Group await(CompletableFuture<Group> future) {
    try {
      node.await(future);
      return future.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      node.close();
      throw new IllegalStateException("interrupted while the group formed", e);
    } catch (RuntimeException e) {
      node.close();
      throw e.getCause() instanceof IllegalStateException cause ? cause : e;
    }
  }

  public Communicator communicator() {
    return communicator;
  }

  /** Runs a task as this rank; if it fails, all others hear why before it is thrown here. */
  public void run(RankTask task) throws Exception {
    try {
      task.run(communicator);
    } catch (Throwable e) { // also an error must reach the other ranks, or they wait for us
      fail(e);
      throw e;
    }
  }

  /** Tells all others that this process ends, and why. */
  public void fail(Throwable error) {
    node.execute(
        () -> {
          membership.fail(error.toString());
          // To the groups it is in, too: else they may hear first that it has left.
          node.onLost(new Loss(node.id(), false, error.toString()));
        });
  }

  /** Leaves, and returns when the last words are off. */
  @Override
  public void close() {
    communicator.close();
    node.close(); // also if the task has gone on to a new group
    try {
      transport.awaitLeft();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
