package io.papilio.runtime.communicator;

import io.papilio.runtime.communicator.CollectiveException.Failure;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Pending;
import io.papilio.runtime.membership.Group;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
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
  private final LongAdder blockedNanos = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();

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

  /** A channel, new in this epoch, that is the same on all ranks which asked as often for it. */
  public long newChannel(String what) {
    int number = channels.merge(what, 1, Integer::sum); // a rank may be in groups others are not in
    return Call.digest("%d %d %d %s".formatted(protocol.channel(), group.epoch(), number, what));
  }

  /** So many bytes of payload were handed to other ranks. */
  public void addBytesSent(long bytes) {
    bytesSent.add(bytes);
  }

  /** By all protocols but the communicator's own. */
  long bytesSent() {
    return bytesSent.sum();
  }

  /** Asks to be told, within a turn, when the communicator breaks; until the result is run. */
  public Runnable onFailure(Consumer<CollectiveException> listener) {
    node.execute(() -> protocol.breakdown().listen(listener));
    return () -> node.execute(() -> protocol.breakdown().forget(listener));
  }

  /** Within a turn: breaks the communicator, on all ranks, and blames one. */
  public void fail(int failedRank, String reason) {
    protocol.fail(Failure.of(failedRank, reason), true);
  }

  /** Within a turn: breaks the communicator, on all ranks, because of an error on this one. */
  public void fail(Throwable error) {
    protocol.fail(new Failure(group.rank(), error.toString(), error), true);
  }

  /**
   * Breaks the communicator because a group of some of its ranks broke, and blames the same. Those
   * outside the group would wait for it else.
   */
  public void failLike(Communicator group, CollectiveException e) {
    int failed = e.failedRank() < 0 ? -1 : this.group.rankOf(group.group().node(e.failedRank()));
    node.execute(() -> fail(failed, e.getMessage()));
  }

  /** Begins an operation and blocks until it has ended; throws what it failed with. */
  <T> T await(Operation<T> operation) {
    await(operation, operation);
    return operation.outcome();
  }

  /** Runs something in a turn and blocks until what it begins has ended. */
  void await(Runnable beginning, Pending pending) {
    long start = node.nanoTime();
    try {
      node.await(beginning, pending);
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      blockedNanos.add(node.nanoTime() - start);
    }
  }

  /** How long callers have been in blocking calls, all in all. */
  long blockedNanos() {
    return blockedNanos.sum();
  }

  private CollectiveException interrupted() {
    Failure failure = Failure.of(group.rank(), "was interrupted");
    node.execute(() -> protocol.fail(failure, true));
    Thread.currentThread().interrupt();
    return new CollectiveException(failure, "", "waiting");
  }

  /** Blocks until a future of the node's machines is done; throws what it failed with. */
  public <T> T await(CompletableFuture<T> future) {
    long start = node.nanoTime();
    try {
      node.await(future);
      return future.join();
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      blockedNanos.add(node.nanoTime() - start);
    }
  }

  /**
   * The caller does not wait: somebody else must see to it that the operation moves on. It gets a
   * future of its own, so that what it does to that one does not look like the end of the
   * operation.
   */
  public <T> CompletableFuture<T> unattended(CompletableFuture<T> future) {
    node.runInBackground();
    CompletableFuture<T> own = new CompletableFuture<>();
    future.whenComplete(
        (value, error) -> {
          if (error == null) {
            own.complete(value);
          } else {
            own.completeExceptionally(error);
          }
        });
    return own;
  }
}
