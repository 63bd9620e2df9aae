package io.papilio.runtime.communicator;

import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * A protocol that lives beside a communicator, on a channel of its own: mixing, or the broadcast of
 * updates. One call may be pending; it is tried again whenever something has come.
 *
 * <pre>
 *   caller --start--> pending --advance--> complete        all that it waits for is here
 *                        |
 *                        `--> the communicator breaks       a rank that it needs has gone, nothing
 *                             on all ranks                  was heard for too long, or an error
 * </pre>
 *
 * Waits end like those of the communicator: with an exception on all ranks, never not at all. A
 * rank that closes its end says so to its partners on both lanes, and is gone for them when all
 * that it sent on either has come.
 *
 * @param <T> what comes of a call
 */
public abstract class GroupProtocol<T> implements Protocol, AutoCloseable {
  private static final int LEAVE = 0;

  /** The first kind of message that is the protocol's own. */
  protected static final int FIRST_KIND = LEAVE + 1;

  protected final Context context;
  protected final Node node;
  protected final Group group;
  private final String name;
  private final long channel;
  private final BitSet partners;
  private Runnable whenClosed = () -> {};
  private final Set<Integer> leaving = new TreeSet<>();
  private final Map<Integer, String> gone = new TreeMap<>();
  private final GroupCall<T> blocking = new GroupCall<>(this::begin);
  private final Runnable advancing = this::advance;
  private GroupCall<T> pending;
  private volatile RuntimeException failure;
  private long deadlineNanos;

  /**
   * All ranks make the same protocols in the same order; each calls {@link #attach} when it is
   * ready to hear from the others.
   *
   * @param name what messages call it
   * @param partners the ranks that this one may send to or hear from
   */
  protected GroupProtocol(Communicator communicator, String name, BitSet partners) {
    this.context = communicator.context();
    this.node = context.node();
    this.group = context.group();
    this.name = name;
    this.channel = context.newChannel(name);
    this.partners = partners;
    partners.clear(group.rank());
  }

  /** The last thing that a constructor does: from now on messages come, and failures are told. */
  protected final void attach() {
    node.execute(() -> node.attach(this));
    whenClosed = context.onFailure(this::fail);
  }

  /** Completes the pending call if it can be; within a turn. */
  protected abstract void tryPending();

  /** The ranks that the pending call waits for, at least one. */
  protected abstract Set<Integer> awaited();

  /** What the pending call waits for, in words that follow "rank 0 waits for ranks [1, 2] to". */
  protected abstract String purpose();

  /** Whether the pending call cannot be completed without more from this rank. */
  protected boolean needs(int rank) {
    return awaited().contains(rank);
  }

  /**
   * A message of the protocol's own has come. Returns whether it is done with; else it is the
   * protocol's to release.
   */
  protected abstract boolean receive(int source, Message message);

  /** Within a turn: nothing works any more. What was not released is to be released now. */
  protected void onFailed() {}

  /**
   * Makes a call, which is tried when {@code beginning} was run, within a turn; blocks until it has
   * ended. It allocates nothing, and is for one thread at a time.
   */
  protected final T await(Runnable beginning) {
    blocking.prepare(beginning);
    context.await(blocking, blocking);
    return blocking.outcome();
  }

  /** Makes a call in the same way, and does not wait for its end. */
  protected final CompletableFuture<T> start(Runnable beginning) {
    CompletableFuture<T> future = new CompletableFuture<>();
    GroupCall<T> call = new GroupCall<>(this::begin);
    call.prepare(beginning);
    call.tell(
        (result, error) ->
            node.afterTurn(
                () -> {
                  if (error == null) {
                    future.complete(result);
                  } else {
                    future.completeExceptionally(error);
                  }
                }));
    node.execute(call);
    return future;
  }

  private void begin(GroupCall<T> call) {
    if (pending != null) {
      call.end(null, new IllegalStateException("no call now: another one is pending"));
      return;
    }
    pending = call;
    expect();
    call.beginning().run();
    guarded(advancing);
  }

  private void expect() {
    deadlineNanos = node.nanoTime() + context.timeout().toNanos();
  }

  /** An error here, such as one of the caller's code, is everybody's: the others would wait. */
  protected final void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      context.fail(e);
    }
  }

  private void advance() {
    if (pending != null && failure != null) {
      fail(failure);
    }
    if (pending != null) {
      tryPending();
    }
    if (pending != null && !gone.isEmpty()) {
      gone.keySet().stream()
          .filter(this::needs)
          .findFirst()
          .ifPresent(rank -> context.fail(rank, gone.get(rank)));
    }
  }

  /** Ends the pending call well. */
  protected final void complete(T result) {
    GroupCall<T> done = pending;
    pending = null;
    done.end(result, null);
  }

  private void fail(RuntimeException reason) {
    boolean isFirst = failure == null;
    failure = reason;
    if (pending != null) {
      GroupCall<T> done = pending;
      pending = null;
      done.end(null, reason);
    }
    if (isFirst) {
      onFailed();
    }
  }

  /** Why nothing works any more, or null; may be asked from any thread. */
  protected final RuntimeException failure() {
    return failure;
  }

  protected final boolean isPending() {
    return pending != null;
  }

  protected final Message message(int rank, Message.Lane lane, int kind) {
    return Message.to(group.node(rank), lane, channel).kind(kind).epoch(group.epoch());
  }

  @Override
  public final long channel() {
    return channel;
  }

  @Override
  public final int epoch() {
    return group.epoch();
  }

  @Override
  public final void onMessage(Message message) {
    boolean isDone = true;
    if (failure == null) {
      expect();
      try {
        isDone = hear(group.rankOf(message.source()), message);
      } catch (RuntimeException | Error e) {
        context.fail(e);
      }
    }
    if (isDone) {
      message.recycle();
    }
    guarded(advancing);
  }

  private boolean hear(int source, Message message) {
    if (message.kind() != LEAVE) {
      return receive(source, message);
    }
    if (!leaving.add(source)) {
      gone.putIfAbsent(source, "closed its " + name);
    }
    return true;
  }

  @Override
  public final void onLost(Loss loss) {
    if (loss.orderly() && group.rankOf(loss.node()) >= 0) { // else the communicator fails, and we
      gone.put(group.rankOf(loss.node()), loss.reason());
      guarded(advancing);
    }
  }

  @Override
  public final void onTime(long nowNanos) {
    if (pending != null && nowNanos >= deadlineNanos) {
      context.fail(
          awaited().iterator().next(),
          "nothing heard; rank %d waits for ranks %s to %s"
              .formatted(group.rank(), awaited(), purpose()));
    }
  }

  @Override
  public final long nextTimeNanos() {
    return pending == null ? NEVER : deadlineNanos;
  }

  /** No more calls: the others are told, and what they still send is dropped. */
  @Override
  public final void close() {
    whenClosed.run();
    node.execute(this::leave);
  }

  private void leave() {
    if (failure == null) {
      for (Message.Lane lane : Message.Lane.values()) {
        partners.stream().forEach(rank -> node.send(message(rank, lane, LEAVE)));
      }
    }
    fail(new IllegalStateException("the " + name + " was closed"));
    node.detach(this);
    node.transport().forget(channel);
  }
}
