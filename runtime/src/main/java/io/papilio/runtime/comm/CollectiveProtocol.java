package io.papilio.runtime.comm;

import io.papilio.core.schedule.Schedule;
import io.papilio.runtime.comm.CollectiveException.Failure;
import io.papilio.runtime.exec.ScheduleExecutor;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.node.Node;
import io.papilio.runtime.node.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * All operations of one communicator on one rank. Calls are numbered in the order in which they are
 * made; messages name the number, so several may be under way, and a message that comes before the
 * call it belongs to is kept.
 *
 * <pre>
 *   DATA    elements of an operation, with its digest
 *   PROBE   I have been waiting for you: this is the digest of what I am doing
 *   ABORT   this group is broken: who is to blame (sequence), and why
 *   LEAVE   I have closed; nothing more will come from me
 * </pre>
 */
final class CollectiveProtocol implements Protocol {
  static final int DATA = 1;
  static final int PROBE = 2;
  static final int ABORT = 3;
  static final int LEAVE = 4;

  /** Finished operations whose digest is remembered, for probes that come late. */
  private static final int REMEMBERED = 256;

  private final Node node;
  private final Group group;
  private final long channel;
  private final Settings settings;
  private final Scratch scratch = new Scratch();
  private final Map<Long, Operation<?>> running = new TreeMap<>();
  private final Set<Long> promised = new HashSet<>();
  private final Map<Long, List<Message>> early = new HashMap<>();
  private final Map<Integer, String> gone = new HashMap<>();
  private final Map<Long, Long> finishedDigests =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > REMEMBERED;
        }
      };
  private final List<Consumer<CollectiveException>> failureListeners = new ArrayList<>();
  private long nextNumber;
  private volatile long bytesSent;
  private Failure broken;
  private boolean closed;

  CollectiveProtocol(Node node, Group group, long channel, Settings settings) {
    this.node = node;
    this.group = group;
    this.channel = channel;
    this.settings = settings;
  }

  @Override
  public long channel() {
    return channel;
  }

  @Override
  public int epoch() {
    return group.epoch();
  }

  /** Payload handed to other ranks so far. */
  long bytesSent() {
    return bytesSent;
  }

  /** Within a turn: begins an operation; the future is completed after a turn. */
  <T> void start(Call<T> call, CompletableFuture<T> done) {
    begin(nextNumber, call, result -> complete(done, result), done);
  }

  /**
   * Within a turn: begins an operation, and after it another which depends on what comes of the
   * first. Both get their numbers now: when the first ends, others may have been called on one rank
   * and not on another.
   */
  <S, T> void start(Call<S> first, Function<S, Call<T>> second, CompletableFuture<T> done) {
    long later = nextNumber + 1;
    begin(
        nextNumber,
        first,
        result -> begin(later, second.apply(result), last -> complete(done, last), done),
        done);
    if (nextNumber == later) { // the first has not ended at once
      promised.add(later);
      nextNumber++;
    }
  }

  private <T> void complete(CompletableFuture<T> future, T result) {
    node.afterTurn(() -> future.complete(result));
  }

  private <T> void begin(long number, Call<T> call, Consumer<T> then, CompletableFuture<?> caller) {
    Schedule schedule = call.algorithm().schedule(group.rank(), group.size(), call.length());
    Operation<T> operation = new Operation<>(number, call, group.size(), then, caller);
    operation.executor = new ScheduleExecutor(schedule, call.store(scratch), new Wire(operation));
    promised.remove(number);
    nextNumber = Math.max(nextNumber, number + 1);
    if (broken != null) {
      completeExceptionally(operation);
      return;
    }
    progressed(operation);
    running.values().forEach(other -> other.executor.keepArrived());
    running.put(operation.number, operation);
    early.values().forEach(messages -> messages.forEach(this::keepIfOthersNeedTheLink));
    guarded(operation, operation.executor::start);
    List<Message> waiting = early.remove(operation.number);
    if (waiting != null) {
      waiting.forEach(this::onMessage);
    }
    gone.forEach(this::failIfNeeded);
  }

  /** How the executor of an operation sends. */
  private final class Wire implements ScheduleExecutor.Port {
    private final Operation<?> operation;

    Wire(Operation<?> operation) {
      this.operation = operation;
    }

    @Override
    public void send(int peer, int sequence, Slice piece, boolean more) {
      bytesSent += piece.lengthBytes();
      node.send(
          message(peer, Message.Lane.DATA, DATA)
              .operation(operation.number)
              .sequence(sequence)
              .digest(operation.digest)
              .more(more)
              .payload(piece)
              .build());
    }

    @Override
    public long maxPayloadBytes() {
      return node.transport().maxPayloadBytes();
    }
  }

  private Message.Builder message(int rank, Message.Lane lane, int kind) {
    return Message.to(group.node(rank), lane, channel).kind(kind).epoch(group.epoch());
  }

  @Override
  public void onMessage(Message message) {
    int rank = group.rankOf(message.source());
    if (broken != null || rank < 0) {
      message.release();
    } else if (message.kind() == ABORT) {
      fail(Failure.of(message.sequence(), message.text()), false);
      message.release();
    } else if (message.kind() == LEAVE) {
      message.release();
      onGone(rank, "has left the group");
    } else if (message.operation() >= nextNumber || promised.contains(message.operation())) {
      early.computeIfAbsent(message.operation(), number -> new ArrayList<>()).add(message);
      keepIfOthersNeedTheLink(message);
    } else {
      onOperationMessage(rank, message);
    }
  }

  private void onOperationMessage(int rank, Message message) {
    Operation<?> operation = running.get(message.operation());
    Long digest =
        operation == null ? finishedDigests.get(message.operation()) : (Long) operation.digest;
    if (digest != null && digest != message.digest()) {
      fail(Failure.of(rank, disagreement(message.operation(), operation)), true);
      message.release(); // not before, or its sender may take it for received
    } else if (message.kind() == PROBE) {
      message.release();
    } else if (operation == null) {
      fail(Failure.of(rank, "sent a message too many for operation " + message.operation()), true);
      message.release();
    } else {
      progressed(operation);
      guarded(operation, () -> operation.executor.onMessage(rank, message));
      if (running.size() > 1) {
        message.keep();
      }
    }
  }

  /**
   * What came before its call waits where it is, so that a rank which is far ahead is held up; but
   * not if something that is needed before may be behind it.
   */
  private void keepIfOthersNeedTheLink(Message message) {
    if (message.payload().isArray()) {
      return; // it lies in nobody's way
    }
    int rank = group.rankOf(message.source());
    if (node.isShared()
        || running.values().stream().anyMatch(each -> each.executor.expects(rank))) {
      message.keep();
    }
  }

  private String disagreement(long number, Operation<?> operation) {
    return "disagrees with rank %d about operation %d, which there %s"
        .formatted(
            group.rank(), number, operation == null ? "has ended" : "is " + operation.description);
  }

  @Override
  public void onReleased(Message message) {
    Operation<?> operation = running.get(message.operation());
    if (message.kind() == DATA && operation != null) {
      progressed(operation);
      int rank = group.rankOf(message.target());
      guarded(operation, () -> operation.executor.onReleased(rank));
    }
  }

  private void progressed(Operation<?> operation) {
    long now = node.nanoTime();
    operation.deadlineNanos = now + settings.timeout().toNanos();
    operation.nextProbeNanos = now + settings.probeAfter().toNanos();
  }

  /** Lets the executor work; the end of the operation, or its failure, is seen here. */
  private void guarded(Operation<?> operation, Runnable work) {
    try {
      work.run();
      if (operation.executor.isDone() && running.containsKey(operation.number)) {
        end(operation);
      }
    } catch (RuntimeException | Error e) { // an error of the caller's reduction, too
      fail(new Failure(group.rank(), e.toString(), e), true);
    }
  }

  /** It is under way until its end has been seen to, so that it fails if that fails. */
  private <T> void end(Operation<T> operation) {
    operation.then.accept(operation.call.finish(group.rank(), group.size()));
    running.remove(operation.number);
    finishedDigests.put(operation.number, operation.digest);
  }

  @Override
  public void onTime(long nowNanos) {
    for (Operation<?> operation : List.copyOf(running.values())) {
      if (nowNanos >= operation.deadlineNanos) {
        var awaited = operation.executor.awaited();
        fail(
            Failure.of(
                awaited.iterator().next(),
                "nothing heard for %d ms; rank %d waits for ranks %s"
                    .formatted(settings.timeout().toMillis(), group.rank(), awaited)),
            true);
        return;
      }
      if (nowNanos >= operation.nextProbeNanos) {
        operation.nextProbeNanos = nowNanos + settings.probeAfter().toNanos();
        for (int peer : operation.executor.awaited()) {
          node.send(
              message(peer, Message.Lane.CONTROL, PROBE)
                  .operation(operation.number)
                  .digest(operation.digest)
                  .build());
        }
      }
    }
  }

  @Override
  public long nextTimeNanos() {
    long next = NEVER;
    for (Operation<?> operation : running.values()) {
      next = Math.min(next, Math.min(operation.deadlineNanos, operation.nextProbeNanos));
    }
    return next;
  }

  @Override
  public void onLost(Loss loss) {
    int rank = group.rankOf(loss.node());
    if (loss.node() == Transport.RENDEZVOUS && !loss.orderly()) {
      fail(Failure.of(group.rank(), "has lost the rendezvous: " + loss.reason()), true);
    } else if (rank == group.rank()) {
      fail(Failure.of(rank, loss.reason()), !loss.orderly());
    } else if (rank >= 0 && loss.orderly()) {
      onGone(rank, loss.reason());
    } else if (rank >= 0) {
      fail(Failure.of(rank, loss.reason()), false);
    }
  }

  /** What the rank has sent is still good; operations that need more of it have no chance. */
  private void onGone(int rank, String reason) {
    if (gone.putIfAbsent(rank, reason) == null) {
      failIfNeeded(rank, reason);
    }
  }

  private void failIfNeeded(int rank, String reason) {
    if (running.values().stream().anyMatch(operation -> operation.executor.needs(rank))) {
      fail(Failure.of(rank, reason), true);
    }
  }

  /**
   * Breaks the communicator: all that is under way ends, and the others are told unless they know.
   */
  void fail(Failure failure, boolean tellOthers) {
    if (broken != null) {
      return;
    }
    broken = failure;
    node.transport().withdraw(this::isOurData); // callers get their memory back
    for (int rank = 0; rank < group.size() && tellOthers; rank++) {
      sendAbort(rank);
    }
    running.values().forEach(this::completeExceptionally);
    running.values().forEach(operation -> operation.executor.cancel());
    running.clear();
    early.values().forEach(messages -> messages.forEach(Message::release));
    early.clear();
    List.copyOf(failureListeners).forEach(each -> each.accept(exception("no operation")));
  }

  private boolean isOurData(Message message) {
    return message.kind() == DATA
        && message.channel() == channel
        && message.epoch() == group.epoch();
  }

  private void sendAbort(int rank) {
    if (rank != group.rank()) {
      node.send(
          message(rank, Message.Lane.CONTROL, ABORT)
              .sequence(broken.rank())
              .text(broken.reason())
              .build());
    }
  }

  /** Within a turn: to be told when the communicator breaks, or that it is broken. */
  void onFailure(Consumer<CollectiveException> listener) {
    failureListeners.add(listener);
    if (broken != null) {
      listener.accept(exception("no operation"));
    }
  }

  private void completeExceptionally(Operation<?> operation) {
    CollectiveException exception = exception(operation.where());
    node.afterTurn(() -> operation.caller.completeExceptionally(exception));
  }

  /** Within a turn: the listener is not told any more. */
  void forget(Consumer<CollectiveException> listener) {
    failureListeners.remove(listener);
  }

  private CollectiveException exception(String where) {
    return new CollectiveException(
        broken,
        broken.rank() < 0 ? "" : node.transport().whereabouts(group.node(broken.rank())),
        "%s; seen by rank %d in epoch %d".formatted(where, group.rank(), group.epoch()));
  }

  /**
   * Within a turn: no more calls; the others are told. If the group is broken they are told why,
   * for who has not heard it yet would take this rank's going for the reason. If the whole node
   * leaves, those without a link to it hear that from membership: no link is made to say goodbye.
   */
  void close(boolean nodeLeaves) {
    if (closed) {
      return;
    }
    closed = true;
    for (int rank = 0; rank < group.size(); rank++) {
      if (nodeLeaves && !node.transport().isLinked(group.node(rank))) {
        continue;
      }
      if (broken != null) {
        sendAbort(rank);
      } else if (rank != group.rank()) {
        node.send(message(rank, Message.Lane.DATA, LEAVE).build());
      }
    }
    fail(Failure.of(group.rank(), "closed its communicator"), false);
    node.detach(this);
  }
}
