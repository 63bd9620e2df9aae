package io.papilio.runtime.mixing;

import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.GroupProtocol;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.BitSet;
import java.util.Set;
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
public final class Mixer extends GroupProtocol<Void> implements Gate.Peers {
  private static final int UPDATE = FIRST_KIND;

  /** The signals of gates are kinds of their own, in their order. */
  private static final int FIRST_SIGNAL = UPDATE + 1;

  private final Payload payload;
  private final Gate gate;
  private final Exchange exchange;
  private final Slice update;
  private final Slice received;
  private final Neighbours[] neighbours;

  private int sends;
  private int reduces;
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
    this(communicator, neighbours(topology, communicator), consistency, payload);
  }

  private Mixer(
      Communicator communicator,
      Neighbours[] neighbours,
      Consistency consistency,
      Payload payload) {
    super(communicator, "mixer", partners(communicator, neighbours, consistency.barrier()));
    this.payload = payload;
    this.neighbours = neighbours;
    this.gate = Gate.of(consistency, this);
    this.exchange = exchange(consistency);
    this.update = Slice.allocate(payload.type(), payload.length());
    this.received = Slice.allocate(payload.type(), payload.length());
    attach();
  }

  private static Neighbours[] neighbours(Topology topology, Communicator comm) {
    return IntStream.range(0, topology.period(comm.size()))
        .mapToObj(iteration -> Neighbours.of(topology, comm.rank(), comm.size(), iteration))
        .toArray(Neighbours[]::new);
  }

  /** At a barrier rank 0 hears from all, and all from it. */
  private static BitSet partners(Communicator comm, Neighbours[] neighbours, boolean barrier) {
    BitSet partners = new BitSet();
    for (Neighbours each : neighbours) {
      IntStream.concat(IntStream.of(each.targets), IntStream.of(each.sources))
          .forEach(partners::set);
    }
    if (barrier) {
      partners.set(0, comm.rank() == 0 ? comm.size() : 1);
    }
    return partners;
  }

  /**
   * Where nobody waits for readers a queue could grow without end. Where senders wait for every
   * reader a mailbox does, since nothing in it is overwritten too early; but in a queue updates of
   * varying length need not travel whole.
   */
  private Exchange exchange(Consistency consistency) {
    return !consistency.overwrites() && (consistency.slack() > 0 || payload.varies())
        ? new QueueExchange(new Updates(), payload.type(), payload.length())
        : new MailboxExchange(node.transport(), group, channel());
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
    return start(() -> {});
  }

  @Override
  protected void tryPending() {
    if (!awaited().isEmpty()) {
      return;
    }
    if (isSending()) {
      publish();
    } else {
      combine();
    }
    complete(null); // not before: an error in between is its end as well
  }

  private boolean isSending() {
    return sends == reduces;
  }

  @Override
  protected Set<Integer> awaited() {
    return isSending() ? gate.beforeSend(sends) : gate.beforeReduce(reduces);
  }

  @Override
  protected String purpose() {
    return "%s iteration %d".formatted(isSending() ? "send" : "reduce", reduces);
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
    node.send(message(rank, lane, FIRST_SIGNAL + signal.ordinal()).operation(iteration));
  }

  /** How updates travel that are not put into mailboxes. */
  private final class Updates implements QueueExchange.Port {
    @Override
    public Message send(int rank, int iteration, int from, Slice piece, boolean more) {
      Message message =
          message(rank, Message.Lane.DATA, UPDATE)
              .operation(iteration)
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

  @Override
  protected void receive(int source, Message message) {
    if (message.kind() == UPDATE) {
      exchange.onMessage(source, message);
    } else {
      Gate.Signal signal = Gate.Signal.values()[message.kind() - FIRST_SIGNAL];
      gate.onSignal(source, signal, (int) message.operation());
    }
  }

  @Override
  public void onReleased(Message message) {
    if (message.kind() == UPDATE) {
      exchange.onReleased(message);
    }
  }

  /** The state of the protocol, for those who explore it. */
  @Override
  public String toString() {
    return "sends %d reduces %d %s; %s; %s"
        .formatted(sends, reduces, isPending() ? "pending" : "", gate, exchange);
  }
}
