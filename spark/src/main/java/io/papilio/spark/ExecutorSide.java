package io.papilio.spark;

import io.papilio.runtime.communicator.Settings;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.membership.Membership;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.Hello;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetTransport;
import io.papilio.spark.variable.Manager;
import io.papilio.spark.variable.Manager.Commit;
import io.papilio.spark.variable.Workshop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor's part: its manager of all variables. It joins in the background, so that no executor
 * waits for it or dies of it; and again if the driver took it for dead, with nothing in its hands
 * but the commits that nobody has answered.
 */
final class ExecutorSide implements ExecutorPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorSide.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static volatile ExecutorSide current;

  private final Meters meters = new Meters();
  private Conf conf;
  private Endpoint rendezvous;
  private NetOptions options;
  private Workshop workshop;
  private ExecutorService pool;
  private CompletableFuture<Member> member;
  private boolean closed;

  /** This executor among the others, until it is lost. */
  private record Member(Node node, Manager manager) {}

  /** That of this process; or an error that says what to do. */
  static ExecutorSide current() {
    ExecutorSide side = current;
    if (side == null) {
      throw new IllegalStateException(
          "Papilio is not loaded in this executor: set spark.plugins="
              + PapilioPlugin.class.getName());
    }
    return side;
  }

  @Override
  public void init(PluginContext context, Map<String, String> told) {
    conf = new Conf(context.conf());
    rendezvous = Endpoint.parse(told.get(DriverSide.RENDEZVOUS));
    String job = told.get(DriverSide.JOB);
    String salt = told.get(DriverSide.SALT);
    int lanes = Integer.parseInt(told.get(DriverSide.LANES));
    options = conf.executor(job, Conf.secret(Conf.sparkSecret(), job, salt));
    meters.register(context.metricRegistry());
    pool = Executors.newFixedThreadPool(lanes, daemons("papilio-lane"));
    workshop = new Workshop(pool, lanes, new ElementCodec(meters), conf.choice());
    current = this;
    manager();
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  Meters meters() {
    return meters;
  }

  Conf conf() {
    return conf;
  }

  /** Of this executor, as soon as it has joined. */
  CompletableFuture<Manager> manager() {
    return member().thenApply(Member::manager);
  }

  /** Where this executor listens. */
  String address() {
    return member().join().node.transport().address();
  }

  private CompletableFuture<Member> member() {
    CompletableFuture<Member> last;
    CompletableFuture<Member> next = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(
            new IllegalStateException("this executor shuts down"));
      }
      if (member != null && !hasFailed() && !isLost()) {
        return member;
      }
      last = member;
      member = next;
    }
    if (last != null) {
      last.thenAccept(lost -> lost.node.close()); // which may commit orphans: to the next one
    }
    try {
      daemons("papilio-join").newThread(() -> join(next)).start();
    } catch (Error e) { // no room for a thread
      next.completeExceptionally(e);
    }
    return next;
  }

  private boolean hasFailed() {
    return member.isCompletedExceptionally();
  }

  private boolean isLost() {
    return member.isDone() && !member.join().manager.lost().isEmpty();
  }

  /** Returns why this executor could not join, if it has tried in vain. */
  private synchronized Optional<Throwable> failure() {
    return member != null && hasFailed()
        ? Optional.of(member.handle((joined, error) -> error).join())
        : Optional.empty();
  }

  private void join(CompletableFuture<Member> joined) {
    try {
      NetTransport transport = NetTransport.join(rendezvous, Hello.ANY, options, PATIENCE);
      Node node = new Node(transport);
      Membership membership = new Membership(node, Conf.HEARTBEAT);
      Settings settings = Settings.of(transport, options);
      Manager manager = new Manager(node, membership, settings, workshop, this::commit);
      node.execute(
          () -> {
            node.attach(membership);
            manager.join();
          });
      node.runInBackground();
      joined.complete(new Member(node, manager));
    } catch (IOException e) {
      LOG.warn("Papilio has not reached the driver yet", e); // who needs it next tries again
      joined.completeExceptionally(
          new UncheckedIOException("this executor cannot join the others: " + e.getMessage(), e));
    } catch (RuntimeException | Error e) {
      LOG.error("Papilio cannot join", e);
      joined.completeExceptionally(e);
    }
  }

  /** What a task has made; does not wait. */
  void take(Commit commit) {
    Optional<Throwable> failure = failure();
    commit(commit);
    if (failure.isPresent()) { // perhaps it can now, but Spark should know where it fails
      throw new IllegalStateException(failure.get().getMessage(), failure.get());
    }
  }

  /** A commit that nobody has answered, or a new one. */
  private void commit(Commit commit) {
    manager()
        .whenComplete(
            (manager, error) -> {
              if (error == null) {
                manager.commit(commit);
              } else { // the driver finds that it is missing
                LOG.error("partition {} could not be committed", commit.partition(), error);
              }
            });
  }

  @Override
  public void shutdown() {
    current = current == this ? null : current;
    synchronized (this) {
      closed = true;
      if (member != null) {
        member.thenAccept(joined -> joined.node.close());
      }
    }
    pool.shutdownNow();
  }
}
