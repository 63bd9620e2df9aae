package io.papilio.runtime.comm;

import io.papilio.runtime.comm.LocalCluster.RankTask;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.node.Node;
import io.papilio.runtime.transport.Transport.Loss;
import io.papilio.runtime.transport.net.Endpoint;
import io.papilio.runtime.transport.net.Hello;
import io.papilio.runtime.transport.net.NetOptions;
import io.papilio.runtime.transport.net.NetTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

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

  /** How to come into a group: patience for the others, and how often to show that one lives. */
  public record Options(int rank, Duration timeout, Heartbeat heartbeat, NetOptions net) {

    public static Options of(NetOptions net) {
      return new Options(Hello.ANY, Duration.ofMinutes(2), Heartbeat.DEFAULT, net);
    }

    public Options withRank(int value) {
      return new Options(value, timeout, heartbeat, net);
    }

    public Options withTimeout(Duration value) {
      return new Options(rank, value, heartbeat, net);
    }

    public Options withHeartbeat(Heartbeat value) {
      return new Options(rank, timeout, value, net);
    }
  }

  private Worker(NetTransport transport, Options options) {
    this.transport = transport;
    this.node = new Node(transport);
    this.membership = new Membership(node, options.heartbeat());
    node.execute(() -> node.attach(membership));
    node.tick(TICK);
    CompletableFuture<Group> first = new CompletableFuture<>();
    node.execute(() -> membership.nextGroup(options.timeout(), first));
    Settings settings = Settings.of(transport, options.net());
    this.communicator = Communicator.of(node, membership, await(first), settings);
  }

  public static Worker join(Endpoint rendezvous, NetOptions options) throws IOException {
    return join(rendezvous, Options.of(options));
  }

  /** Returns when the group has formed; fails if it has not in time. */
  public static Worker join(Endpoint rendezvous, Options options) throws IOException {
    NetOptions net = options.net().withSilence(options.heartbeat().longestSilence());
    NetTransport transport = NetTransport.join(rendezvous, options.rank(), net, options.timeout());
    return new Worker(transport, options);
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
