package io.papilio.runtime.mix;

import io.papilio.core.topology.Topology;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Context;
import io.papilio.runtime.membership.Group;
import io.papilio.runtime.node.Node;
import io.papilio.runtime.node.Protocol;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Averages with neighbours instead of with everybody: one rank's end of mixing over a topology.
 *
 * <pre>
 *   send     wait for the gate, encode the payload, publish it to the targets of the iteration
 *   reduce   wait for the gate, combine what the sources of the iteration have sent
 * </pre>
 *
 * Each iteration is a {@link #send} and then a {@link #reduce}; in between a worker may compute. A
 * source that has sent nothing usable leaves its share to this rank's own state. Waits end like
 * those of the {@link Communicator} it was made from: with an exception on all ranks, never not at
 * all.
 */
public final class Mixer implements Protocol, Gate.Peers, AutoCloseable {
  private static final int UPDATE = Gate.Signal.values().length;
  private static final int LEAVE = UPDATE + 1;

  private final Context context;
  private final Node node;
  private final Group group;
  private final long channel;
  private final Payload payload;
  private final Gate gate;
  private final Exchange exchange;
  private final Slice update;
  private final Slice received;
  private final Neighbours[] neighbours;
  private final Runnable whenClosed;
  private final BitSet partners = new BitSet();
  private final Set<Integer> leaving = new TreeSet<>();
  private final Map<Integer, String> gone = new TreeMap<>();

  private int sends;
  private int reduces;
  private CompletableFuture<Void> pending;
  private RuntimeException failure;
  private long deadlineNanos;
  private volatile MixCounts counts = MixCounts.NONE;

  /** Whom this rank works with in an iteration, and what each source's share is. */
  private record Neighbours(int[] targets, int[] sources, double[] shares, double ownShare) {
    static Neighbours of(Topology topology, int rank, int size, int iteration) {
      int[] sources = topology.receiveFrom(rank, size, iteration);
      return new Neighbours(
          topology.sendTo(rank, size, iteration),
          sources,
          IntStream.of(sources)
              .mapToDouble(source -> topology.share(source, rank, size, iteration))
              .toArray(),
          topology.share(rank, rank, size, iteration));
    }
  }

  /** All ranks make the same mixers in the same order. */
  public Mixer(
      Communicator communicator, Topology topology, Consistency consistency, Payload payload) {
    this.context = communicator.context();
    this.node = context.node();
    this.group = context.group();
    this.channel = context.newChannel("mixer");
    this.payload = payload;
    this.neighbours = new Neighbours[topology.period(group.size())];
    for (int i = 0; i < neighbours.length; i++) {
      neighbours[i] = Neighbours.of(topology, group.rank(), group.size(), i);
    }
    for (Neighbours each : neighbours) {
      IntStream.concat(IntStream.of(each.targets), IntStream.of(each.sources))
          .forEach(partners::set);
    }
    if (consistency instanceof Consistency.Bsp || consistency instanceof Consistency.BarrierOnly) {
      partners.set(0, rank() == 0 ? size() : 1); // rank 0 hears from all, and all from it
    }
    this.gate = Gate.of(consistency, this);
    this.exchange = exchange(consistency);
    this.update = Slice.allocate(payload.type(), payload.length());
    this.received = Slice.allocate(payload.type(), payload.length());
    this.whenClosed = context.onFailure(this::fail);
    node.execute(() -> node.attach(this));
  }

  /**
   * Updates that a reader must not miss are queued under ssp. Under bsp and notify-ack none is
   * overwritten, and a mailbox does; but in a queue those of varying length need not travel whole.
   * Where nobody waits for readers a queue could grow without end.
   */
  private Exchange exchange(Consistency consistency) {
    boolean overwrites =
        consistency instanceof Consistency.Asp || consistency instanceof Consistency.BarrierOnly;
    return consistency instanceof Consistency.Ssp || payload.varies() && !overwrites
        ? new QueueExchange(new Updates(), payload.type(), payload.length())
        : new MailboxExchange(node.transport(), group, channel);
  }

  /** Sends this worker's state to its targets, as soon as the consistency allows it. */
  public void send() {
    context.await(start(sends == reduces, "send"));
  }

  public CompletableFuture<Void> sendAsync() {
    return context.unattended(start(sends == reduces, "send"));
  }

  /** Combines this worker's state with what its sources have sent. */
  public void reduce() {
    context.await(start(sends == reduces + 1, "reduce"));
  }

  public CompletableFuture<Void> reduceAsync() {
    return context.unattended(start(sends == reduces + 1, "reduce"));
  }

  /** What the reduces so far have found. */
  public MixCounts counts() {
    return counts;
  }

  /** How many iterations were sent. */
  public int sends() {
    return sends;
  }

  /** How many iterations were reduced. */
  public int reduces() {
    return reduces;
  }

  private CompletableFuture<Void> start(boolean inTurn, String what) {
    if (!inTurn) {
      throw new IllegalStateException("no " + what + " now: each send is followed by a reduce");
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    node.execute(
        () -> {
          if (pending != null) {
            var twice = new IllegalStateException("no " + what + " now: another call is pending");
            node.afterTurn(() -> done.completeExceptionally(twice));
            return;
          }
          pending = done;
          deadlineNanos = node.nanoTime() + context.timeout().toNanos();
          guarded(this::advance);
        });
    return done;
  }

  /** An error here, such as one of the payload's, is everybody's: the others would wait for us. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      context.fail(e);
    }
  }

  /** Does what is pending, if the gate lets it. */
  private void advance() {
    if (pending == null) {
      return;
    }
    if (failure != null) {
      fail(failure);
      return;
    }
    boolean sending = sends == reduces;
    Set<Integer> awaited = sending ? gate.beforeSend(sends) : gate.beforeReduce(reduces);
    if (awaited.isEmpty()) {
      if (sending) {
        publish();
      } else {
        combine();
      }
      CompletableFuture<Void> done = pending; // not before: an error in between is its end as well
      pending = null;
      node.afterTurn(() -> done.complete(null));
    } else {
      awaited.stream()
          .filter(gone::containsKey)
          .findFirst()
          .ifPresent(rank -> context.fail(rank, gone.get(rank)));
    }
  }

  private void publish() {
    int[] targets = targets(sends);
    long elements = exchange.publish(sends, update, payload.encode(update), targets);
    context.addBytesSent(elements * payload.type().bytes() * targets.length);
    gate.afterSend(sends);
    sends++;
  }

  private void combine() {
    Neighbours with = neighbours(reduces);
    long missing = 0;
    long stale = 0;
    long newer = 0;
    long torn = 0;
    payload.begin(with.ownShare);
    for (int i = 0; i < with.sources.length; i++) {
      int source = with.sources[i];
      double share = with.shares[i];
      long version = exchange.read(source, reduces, received);
      if (version > Mailbox.EMPTY) {
        payload.combine(received, share);
        stale += version < reduces + 1L ? 1 : 0;
        newer += version > reduces + 1L ? 1 : 0;
      } else {
        payload.encode(received); // its share stays with this rank
        payload.combine(received, share);
        missing += version == Mailbox.EMPTY ? 1 : 0;
        torn += version == Mailbox.TORN ? 1 : 0;
      }
    }
    payload.end();
    long full = missing + stale + torn == 0 ? 1 : 0;
    counts = counts.plus(new MixCounts(1, full, missing, stale, newer, torn));
    gate.afterReduce(reduces);
    reduces++;
  }

  @Override
  public int rank() {
    return group.rank();
  }

  @Override
  public int size() {
    return group.size();
  }

  @Override
  public int period() {
    return neighbours.length;
  }

  private Neighbours neighbours(int iteration) {
    return neighbours[iteration % neighbours.length];
  }

  @Override
  public int[] targets(int iteration) {
    return neighbours(iteration).targets;
  }

  @Override
  public int[] sources(int iteration) {
    return neighbours(iteration).sources;
  }

  /** NOTIFY follows the data on its lane; the others may overtake data. */
  @Override
  public void tell(int rank, Gate.Signal signal, int iteration) {
    Message.Lane lane = signal == Gate.Signal.NOTIFY ? Message.Lane.DATA : Message.Lane.CONTROL;
    node.send(message(rank, lane, signal.ordinal(), iteration));
  }

  /** How updates travel that are not put into mailboxes. */
  private final class Updates implements QueueExchange.Port {
    @Override
    public Message send(int rank, int iteration, int from, Slice piece, boolean more) {
      Message message =
          message(rank, Message.Lane.DATA, UPDATE, iteration)
              .sequence(from)
              .more(more)
              .payload(piece);
      return node.send(message) ? null : message;
    }

    @Override
    public long maxPayloadBytes() {
      return node.transport().maxPayloadBytes();
    }
  }

  private Message message(int rank, Message.Lane lane, int kind, int iteration) {
    return Message.to(group.node(rank), lane, channel)
        .kind(kind)
        .epoch(group.epoch())
        .operation(iteration);
  }

  @Override
  public long channel() {
    return channel;
  }

  @Override
  public int epoch() {
    return group.epoch();
  }

  @Override
  public void onMessage(Message message) {
    int source = group.rankOf(message.source());
    guarded(
        () -> {
          deadlineNanos = node.nanoTime() + context.timeout().toNanos();
          if (message.kind() == UPDATE) {
            exchange.onMessage(source, message);
          } else if (message.kind() == LEAVE) {
            message.release();
            onLeave(source);
          } else {
            gate.onSignal(source, Gate.Signal.values()[message.kind()], (int) message.operation());
            message.release();
          }
          advance();
        });
  }

  /** One says so on both lanes: it is gone when all that it sent on either has come. */
  private void onLeave(int rank) {
    if (!leaving.add(rank)) {
      gone.putIfAbsent(rank, "closed its mixer");
    }
  }

  @Override
  public void onReleased(Message message) {
    if (message.kind() == UPDATE) {
      exchange.onReleased(message);
    }
  }

  @Override
  public void onLost(Loss loss) {
    if (loss.orderly() && group.rankOf(loss.node()) >= 0) { // else the communicator fails, and we
      gone.put(group.rankOf(loss.node()), loss.reason());
      guarded(this::advance);
    }
  }

  @Override
  public void onTime(long nowNanos) {
    if (pending != null && nowNanos >= deadlineNanos) {
      boolean sending = sends == reduces;
      Set<Integer> awaited = sending ? gate.beforeSend(sends) : gate.beforeReduce(reduces);
      context.fail(
          awaited.iterator().next(),
          "nothing heard; rank %d waits for ranks %s to %s iteration %d"
              .formatted(group.rank(), awaited, sending ? "send" : "reduce", reduces));
    }
  }

  @Override
  public long nextTimeNanos() {
    return pending == null ? NEVER : deadlineNanos;
  }

  private void fail(RuntimeException reason) {
    failure = reason;
    if (pending != null) {
      CompletableFuture<Void> done = pending;
      pending = null;
      node.afterTurn(() -> done.completeExceptionally(reason));
    }
  }

  /** No more mixing: the others are told, and what they still send is dropped. */
  @Override
  public void close() {
    whenClosed.run();
    node.execute(this::leave);
  }

  private void leave() {
    partners.clear(group.rank());
    if (failure == null) {
      partners.stream().forEach(this::tellOfLeaving);
    }
    fail(new IllegalStateException("the mixer was closed"));
    node.detach(this);
    node.transport().forget(channel);
  }

  private void tellOfLeaving(int rank) {
    for (Message.Lane lane : Message.Lane.values()) {
      node.send(message(rank, lane, LEAVE, reduces));
    }
  }

  /** The state of the protocol, for those who explore it. */
  @Override
  public String toString() {
    return "sends %d reduces %d %s; %s; %s"
        .formatted(sends, reduces, pending == null ? "" : "pending", gate, exchange);
  }
}
