package io.papilio.runtime.communicator;

import io.papilio.runtime.communicator.CollectiveException.Failure;
import io.papilio.runtime.engine.Node;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.exec.ScheduleExecutor;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

  private final Node node;
  private final Group group;
  private final long channel;
  private final Settings settings;
  private final Scratch scratch = new Scratch();
  private final List<Operation<?>> running = new ArrayList<>();
  private final Set<Long> promised = new HashSet<>();
  private final List<Message> early = new ArrayList<>();
  private final Map<Integer, String> gone = new HashMap<>();
  private final FinishedOperations finished = new FinishedOperations();
  private final Breakdown breakdown;
  private long nextNumber;
  private volatile long bytesSent;
  private boolean closed;
  private Message spare = new Message();

  CollectiveProtocol(Node node, Group group, long channel, Settings settings) {
    this.node = node;
    this.group = group;
    this.channel = channel;
    this.settings = settings;
    this.breakdown = new Breakdown(node, group);
  }

  Group group() {
    return group;
  }

  /** Within a turn: why the communicator broke, if it did. */
  Breakdown breakdown() {
    return breakdown;
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

  /** Runs the schedule of an operation; nothing happens as yet. */
  ScheduleExecutor executor(Operation<?> operation) {
    Call<?> call = operation.call;
    return new ScheduleExecutor(
        call.algorithm().schedule(group.rank(), group.size(), call.length()),
        call.store(scratch),
        new Wire(operation));
  }

  /**
   * Within a turn: begins an operation, and after it another which depends on what comes of the
   * first. Both get their numbers now: when the first ends, others may have been called on one rank
   * and not on another.
   */
  <S, T> void start(Call<S> first, Function<S, Call<T>> second, CompletableFuture<T> done) {
    long later = nextNumber + 1;
    Operation<S> beginning = new Operation<>(first, this);
    beginning.tell(
        result -> {
          Operation<T> end = new Operation<>(second.apply(result), this);
          tell(end, done);
          begin(end, later);
        },
        error -> node.afterTurn(() -> done.completeExceptionally(error)));
    begin(beginning);
    if (nextNumber == later) { // the first has not ended at once
      promised.add(later);
      nextNumber++;
    }
  }

  /** The future is completed after a turn. */
  <T> void tell(Operation<T> operation, CompletableFuture<T> done) {
    operation.tell(
        result -> node.afterTurn(() -> done.complete(result)),
        error -> node.afterTurn(() -> done.completeExceptionally(error)));
  }

  /** Within a turn: begins an operation. */
  void begin(Operation<?> operation) {
    begin(operation, nextNumber);
  }

  private void begin(Operation<?> operation, long number) {
    operation.number = number;
    nextNumber = Math.max(nextNumber, number + 1);
    if (!promised.isEmpty()) {
      promised.remove(number);
    }
    if (breakdown.hasHappened()) {
      operation.fail(breakdown.exception(operation.where()));
      return;
    }
    progressed(operation);
    for (Operation<?> other : running) {
      other.executor.keepArrived();
    }
    running.add(operation);
    for (int i = 0; i < early.size(); i++) {
      if (early.get(i).operation() != number) {
        keepIfOthersNeedTheLink(early.get(i));
      }
    }
    proceed(operation, -1, null);
    for (int i = 0; i < early.size(); ) {
      if (early.get(i).operation() == number) {
        onMessage(early.remove(i));
      } else {
        i++;
      }
    }
    if (!gone.isEmpty()) {
      gone.forEach(this::failIfNeeded);
    }
  }

  /** How the executor of an operation sends. */
  private final class Wire implements ScheduleExecutor.Port {
    private final Operation<?> operation;

    Wire(Operation<?> operation) {
      this.operation = operation;
    }

    @Override
    public boolean send(int peer, int sequence, Slice piece, boolean more) {
      bytesSent += piece.lengthBytes();
      Message message = spare == null ? new Message() : spare;
      spare = null;
      boolean gone =
          node.send(
              message
                  .address(group.node(peer), Message.Lane.DATA, channel)
                  .kind(DATA)
                  .epoch(group.epoch())
                  .operation(operation.number)
                  .sequence(sequence)
                  .digest(operation.digest)
                  .more(more)
                  .payload(piece));
      if (gone) {
        spare = message;
      }
      return gone;
    }

    @Override
    public long maxPayloadBytes() {
      return node.transport().maxPayloadBytes();
    }

    @Override
    public boolean lends() {
      return node.transport().lends();
    }
  }

  private Message message(int rank, Message.Lane lane, int kind) {
    return Message.to(group.node(rank), lane, channel).kind(kind).epoch(group.epoch());
  }

  @Override
  public void onMessage(Message message) {
    int rank = group.rankOf(message.source());
    if (breakdown.hasHappened() || rank < 0) {
      message.release();
    } else if (message.kind() == ABORT) {
      fail(Breakdown.described(message), false);
      message.release();
    } else if (message.kind() == LEAVE) {
      message.release();
      onGone(rank, "has left the group");
    } else if (message.operation() >= nextNumber
        || !promised.isEmpty() && promised.contains(message.operation())) {
      early.add(message);
      keepIfOthersNeedTheLink(message);
    } else {
      onOperationMessage(rank, message);
    }
  }

  private void onOperationMessage(int rank, Message message) {
    Operation<?> operation = running(message.operation());
    if (disagrees(message, operation)) {
      fail(Failure.of(rank, disagreement(message.operation(), operation)), true);
      message.release(); // not before, or its sender may take it for received
    } else if (message.kind() == PROBE) {
      message.release();
    } else if (operation == null) {
      fail(Failure.of(rank, "sent a message too many for operation " + message.operation()), true);
      message.release();
    } else {
      progressed(operation);
      proceed(operation, rank, message);
      if (running.size() > 1 && message.isHeld()) {
        message.keep();
      }
    }
  }

  private Operation<?> running(long number) {
    for (int i = 0; i < running.size(); i++) {
      if (running.get(i).number == number) {
        return running.get(i);
      }
    }
    return null;
  }

  /** Whether the sender does something else than this rank does, or has done. */
  private boolean disagrees(Message message, Operation<?> operation) {
    if (operation != null) {
      return operation.digest != message.digest();
    }
    return finished.contradicts(message.operation(), message.digest());
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
    boolean needed = node.isShared();
    for (int i = 0; i < running.size() && !needed; i++) {
      needed = running.get(i).executor.expects(rank);
    }
    if (needed) {
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
    Operation<?> operation = running(message.operation());
    if (message.kind() == DATA && operation != null) {
      spare = message.payload(Slice.EMPTY);
      progressed(operation);
      proceed(operation, group.rankOf(message.target()), null);
    }
  }

  private void progressed(Operation<?> operation) {
    long now = node.turnNanos();
    operation.deadlineNanos = now + settings.timeout().toNanos();
    operation.nextProbeNanos = now + settings.probeAfter().toNanos();
  }

  /**
   * Lets the executor work: it begins if there is no peer, else a message of the peer has arrived,
   * or one to it is released. The end of the operation, or its failure, is seen here.
   */
  private void proceed(Operation<?> operation, int peer, Message message) {
    try {
      if (peer < 0) {
        operation.executor.start();
      } else if (message == null) {
        operation.executor.onReleased(peer);
      } else {
        operation.executor.onMessage(peer, message);
      }
      if (operation.executor.isDone() && running.contains(operation)) {
        end(operation);
      }
    } catch (RuntimeException | Error e) { // an error of the caller's reduction, too
      fail(new Failure(group.rank(), e.toString(), e), true);
    }
  }

  /** It is under way until its end has been seen to, so that it fails if that fails. */
  private void end(Operation<?> operation) {
    operation.finish();
    running.remove(operation);
    finished.add(operation.number, operation.digest);
    operation.succeed();
  }

  @Override
  public void onTime(long nowNanos) {
    for (Operation<?> operation : List.copyOf(running)) {
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
                  .digest(operation.digest));
        }
      }
    }
  }

  @Override
  public long nextTimeNanos() {
    long next = NEVER;
    for (int i = 0; i < running.size(); i++) {
      Operation<?> operation = running.get(i);
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
    if (running.stream().anyMatch(operation -> operation.executor.needs(rank))) {
      fail(Failure.of(rank, reason), true);
    }
  }

  /**
   * Breaks the communicator: all that is under way ends, and the others are told unless they know.
   * Callers are seen to first, whatever becomes of the rest.
   */
  void fail(Failure failure, boolean tellOthers) {
    if (breakdown.hasHappened()) {
      return;
    }
    breakdown.happen(failure);
    List<Operation<?>> ended = List.copyOf(running);
    running.clear();
    try {
      node.transport().withdraw(this::isOurData); // callers get their memory back
    } finally {
      for (Operation<?> operation : ended) {
        operation.fail(breakdown.exception(operation.where()));
      }
    }
    for (int rank = 0; rank < group.size() && tellOthers; rank++) {
      sendAbort(rank);
    }
    for (Operation<?> operation : ended) { // not before, or senders may take it for received
      operation.executor.cancel();
    }
    early.forEach(Message::release);
    early.clear();
    breakdown.tellListeners();
  }

  private boolean isOurData(Message message) {
    return message.kind() == DATA
        && message.channel() == channel
        && message.epoch() == group.epoch();
  }

  private void sendAbort(int rank) {
    if (rank != group.rank()) {
      node.send(breakdown.describe(message(rank, Message.Lane.CONTROL, ABORT)));
    }
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
      if (breakdown.hasHappened()) {
        sendAbort(rank);
      } else if (rank != group.rank()) {
        node.send(message(rank, Message.Lane.DATA, LEAVE));
      }
    }
    fail(Failure.of(group.rank(), "closed its communicator"), false);
    node.detach(this);
  }
}
