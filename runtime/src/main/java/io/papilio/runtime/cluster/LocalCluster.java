package io.papilio.runtime.cluster;

import io.papilio.core.price.LinkModel;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.membership.Rendezvous;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.local.LocalNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A group of threads in this JVM.
 *
 * <pre>{@code
 * LocalCluster.run(4, comm -> {
 *   float[] gradient = model.gradient(shard(comm.rank()));
 *   comm.allReduce(gradient, Reduction.MEAN);
 * });
 * }</pre>
 */
public final class LocalCluster implements AutoCloseable {
  private final LocalNetwork network;
  private final Node rendezvous;
  private final Settings settings;
  private final Set<Integer> given = ConcurrentHashMap.newKeySet();

  /** What each rank does. */
  @FunctionalInterface
  public interface RankTask {
    void run(Communicator communicator) throws Exception;
  }

  /** With settings that suit threads, on the cores of this machine. */
  public LocalCluster(int ranks) {
    this(ranks, Settings.of(LinkModel.inproc().withCores(cores())));
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  public LocalCluster(int ranks, Settings settings) {
    this.network = new LocalNetwork(ranks);
    this.settings = settings;
    this.rendezvous = new Node(network.transport(Transport.RENDEZVOUS));
    Group first = Group.first(0, ranks);
    rendezvous.execute(() -> rendezvous.attach(Rendezvous.of(rendezvous, first, Heartbeat.NONE)));
    rendezvous.runInBackground();
  }

  /** One rank's communicator; to be asked for once, and closed by whoever asked. */
  public Communicator communicator(int rank) {
    if (!given.add(rank)) {
      throw new IllegalStateException("rank " + rank + " was given before: make a new cluster");
    }
    Node node = new Node(network.transport(rank));
    Membership membership = new Membership(node, Heartbeat.NONE);
    node.execute(() -> node.attach(membership));
    return Communicator.of(node, membership, Group.first(rank, network.nodes()), settings);
  }

  /** All ranks hear that this one has failed, and why. */
  public void lose(int rank, Throwable error) {
    network.lose(rank, error.toString());
  }

  /** Runs a task on each of {@code ranks} threads; the first failure of any is thrown here. */
  public static void run(int ranks, RankTask task) {
    try (LocalCluster cluster = new LocalCluster(ranks)) {
      cluster.run(task);
    }
  }

  /** Runs a task on a thread for each rank; the first failure of any is thrown here. */
  public void run(RankTask task) {
    AtomicReference<Throwable> firstError = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < network.nodes(); rank++) {
      Communicator communicator = communicator(rank);
      threads.add(
          new Thread(() -> runRank(communicator, task, firstError), "papilio-rank-" + rank));
    }
    threads.forEach(Thread::start);
    join(threads);
    Throwable error = firstError.get();
    if (error instanceof RuntimeException e) {
      throw e;
    }
    if (error instanceof Error e) {
      throw e;
    }
    if (error != null) {
      throw new IllegalStateException(error);
    }
  }

  private void runRank(
      Communicator communicator, RankTask task, AtomicReference<Throwable> firstError) {
    try {
      task.run(communicator);
    } catch (Throwable e) { // also an error must reach the other ranks, or they wait for us
      firstError.compareAndSet(null, e);
      if (!(e instanceof CollectiveException)) { // else they know, and whom to blame
        lose(communicator.rank(), e);
      }
    } finally {
      communicator.close();
      communicator.context().node().close(); // also if the task has gone on to a new group
    }
  }

  private static void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the rendezvous; communicators are closed by those who hold them. */
  @Override
  public void close() {
    rendezvous.close();
  }
}
