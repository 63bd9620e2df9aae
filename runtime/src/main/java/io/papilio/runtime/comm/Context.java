package io.papilio.runtime.comm;

import io.papilio.runtime.comm.CollectiveException.Failure;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.node.Node;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What protocols of other kinds, such as a mixer, share with a communicator: its node, its group
 * and its fate. When the communicator breaks they break, and when they cannot go on it does.
 */
public final class Context {
  private final Node node;
  private final Group group;
  private final CollectiveProtocol protocol;
  private final Duration timeout;
  private final Map<String, Integer> channels = new ConcurrentHashMap<>();

  Context(Node node, Group group, CollectiveProtocol protocol, Duration timeout) {
    this.node = node;
    this.group = group;
    this.protocol = protocol;
    this.timeout = timeout;
  }

  public Node node() {
    return node;
  }

  public Group group() {
    return group;
  }

  /** How long a wait may last in which nothing happens. */
  public Duration timeout() {
    return timeout;
  }

  /** A channel that is new here and the same on all ranks which asked as often, for the same. */
  public long newChannel(String what) {
    int number = channels.merge(what, 1, Integer::sum); // a rank may be in groups others are not in
    return Call.digest(protocol.channel() + " " + number + " " + what);
  }

  /** Asks to be told, within a turn, when the communicator breaks. */
  public void onFailure(Consumer<CollectiveException> listener) {
    node.execute(() -> protocol.onFailure(listener));
  }

  /** Within a turn: breaks the communicator, on all ranks, and blames one. */
  public void fail(int failedRank, String reason) {
    protocol.fail(Failure.of(failedRank, reason), true);
  }

  /** Blocks until a future of the node's machines is done; throws what it failed with. */
  public <T> T await(CompletableFuture<T> future) {
    try {
      node.await(future);
      return future.join();
    } catch (InterruptedException e) {
      Failure failure = Failure.of(group.rank(), "was interrupted");
      node.execute(() -> protocol.fail(failure, true));
      Thread.currentThread().interrupt();
      throw new CollectiveException(failure, "waiting");
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** The caller does not wait: somebody else must see to it that the operation moves on. */
  public <T> CompletableFuture<T> unattended(CompletableFuture<T> future) {
    node.runInBackground();
    return future;
  }
}
