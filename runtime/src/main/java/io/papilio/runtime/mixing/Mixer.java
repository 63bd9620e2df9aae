package io.papilio.runtime.mixing;

import io.papilio.core.topology.Topology;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.GroupProtocol;
import io.papilio.runtime.transport.Mailbox;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Averages with neighbours instead of with everybody: one rank's end of mixing over a topology.
 *
 * <pre>
 *   send     wait for the gate, publish the state to the targets of the iteration
 *   reduce   wait for the gate, combine what the sources of the iteration have sent
 * </pre>
 *
 * Each iteration is a {@link #send} and then a {@link #reduce}, or a {@link #mix}, which is both;
 * in between a worker may compute. A source that has sent nothing usable leaves its share to this
 * rank's own state. Waits end like those of the {@link Communicator} it was made from: with an
 * exception on all ranks, never not at all.
 */
public final class Mixer extends GroupProtocol<Void> implements Gate.Peers {
  private static final int UPDATE = FIRST_KIND;

  /** The signals of gates are kinds of their own, in their order. */
  private static final int FIRST_SIGNAL = UPDATE + 1;

  private static final Gate.Signal[] SIGNALS = Gate.Signal.values();

  private final Payload payload;
  private final Gate gate;
  private final Exchange exchange;
  private final Neighbours[] neighbours;
  private final Deque<Message> idleUpdates = new ArrayDeque<>();
  private final Deque<Message> idleSignals = new ArrayDeque<>();
  private final MixTally tally = new MixTally();
  private final Runnable sending = () -> begin(1, 0);
  private final Runnable reducing = () -> begin(0, 1);
  private final Runnable mixing = () -> begin(1, 1);

  private int sends;
  private int reduces;
  private int wantedSends;
  private int wantedReduces;
  private int combined = -1; // sources in this reduce; less than 0: it has not begun

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
    super(communicator, "mixer", partners(communicator, neighbours, consistency));
    this.payload = payload;
    this.neighbours = neighbours;
    this.gate = Gate.of(consistency, this);
    this.exchange =
        consistency.overwrites()
            ? new MailboxExchange(node.transport(), group, channel(), payload)
            : new MessageExchange(new Updates(), payload, consistency.slack(), group.size());
    attach();
  }

  private static Neighbours[] neighbours(Topology topology, Communicator comm) {
    return IntStream.range(0, topology.period(comm.size()))
        .mapToObj(iteration -> Neighbours.of(topology, comm.rank(), comm.size(), iteration))
        .toArray(Neighbours[]::new);
  }

  /** Where a barrier is all there is, rank 0 hears from all, and all from it. */
  private static BitSet partners(
      Communicator comm, Neighbours[] neighbours, Consistency consistency) {
    BitSet partners = new BitSet();
    for (Neighbours each : neighbours) {
      IntStream.concat(IntStream.of(each.targets), IntStream.of(each.sources))
          .forEach(partners::set);
    }
    if (consistency.barrier() && consistency.overwrites()) {
      partners.set(0, comm.rank() == 0 ? comm.size() : 1);
    }
    return partners;
  }

  /** Sends this worker's state to its targets, as soon as the consistency allows it. */
  public void send() {
    checkTurn(sends == reduces, "send");
    await(sending);
  }

  public CompletableFuture<Void> sendAsync() {
    checkTurn(sends == reduces, "send");
    return context.unattended(start(sending));
  }

  /** Combines this worker's state with what its sources have sent. */
  public void reduce() {
    checkTurn(sends == reduces + 1, "reduce");
    look();
    await(reducing);
  }

  public CompletableFuture<Void> reduceAsync() {
    checkTurn(sends == reduces + 1, "reduce");
    return context.unattended(start(reducing));
  }

  /** Sends this worker's state, and combines it with what its sources send: in one go. */
  public void mix() {
    checkTurn(sends == reduces, "mix");
    look();
    await(mixing);
  }

  /** Who need not wait for the updates of an iteration takes the newest: they must be let in. */
  private void look() {
    if (!exchange.streams()) {
      node.pump();
    }
  }

  /** What the reduces so far have found; not while one is under way. */
  public MixCounts counts() {
    return tally.counts();
  }

  /** How many iterations were sent. */
  public int sends() {
    return sends;
  }

  /** How many iterations were reduced. */
  public int reduces() {
    return reduces;
  }

  private static void checkTurn(boolean isTurn, String what) {
    if (!isTurn) {
      throw new IllegalStateException("no " + what + " now: each send is followed by a reduce");
    }
  }

  /** Within a turn: begins a call, which ends after this many sends and reduces. */
  private void begin(int moreSends, int moreReduces) {
    wantedSends = sends + moreSends;
    wantedReduces = reduces + moreReduces;
  }

  @Override
  protected void tryPending() {
    if (sends < wantedSends && gate.maySend(sends)) {
      publish();
    }
    if (sends == wantedSends && reduces < wantedReduces && mayReduce()) {
      combine();
    }
    if (sends == wantedSends && reduces == wantedReduces) {
      complete(null); // not before: an error in between is its end as well
    }
  }

  private boolean mayReduce() {
    if (!gate.mayReduce(reduces)) {
      return false;
    }
    for (int source : sources(reduces)) {
      if (!exchange.streams() && !exchange.isHere(source, reduces)) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected Set<Integer> awaited() {
    if (sends < wantedSends) {
      return gate.awaited(sends);
    }
    Set<Integer> awaited = new TreeSet<>(gate.awaited(reduces));
    if (awaited.isEmpty() || gate.mayReduce(reduces)) {
      awaited.clear();
      IntStream.of(sources(reduces))
          .filter(source -> !exchange.isHere(source, reduces))
          .forEach(awaited::add);
    }
    return awaited;
  }

  @Override
  protected String purpose() {
    return "%s iteration %d".formatted(sends < wantedSends ? "reduce" : "send", reduces);
  }

  private void publish() {
    int[] targets = targets(sends);
    long elements = exchange.publish(sends, targets);
    context.addBytesSent(elements * payload.type().bytes() * targets.length);
    gate.afterSend(sends);
    sends++;
  }

  /** Goes on where it had to wait for more of an update. */
  private void combine() {
    Neighbours with = neighbours(reduces);
    if (combined < 0) {
      payload.begin(with.ownShare, with.sources.length);
      combined = 0;
    }
    while (combined < with.sources.length) {
      double share = with.shares[combined];
      long version = exchange.combine(with.sources[combined], reduces, share);
      if (version == Exchange.WAITING) {
        return;
      }
      if (version <= Mailbox.EMPTY) {
        payload.stay(share);
      }
      tally.add(version, reduces + 1L);
      combined++;
    }
    payload.end();
    combined = -1;
    tally.endReduce();
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

  /** Signals may overtake data. */
  @Override
  public void tell(int rank, Gate.Signal signal, int iteration) {
    int kind = FIRST_SIGNAL + signal.ordinal();
    Message message = idleSignals.isEmpty() ? new Message() : idleSignals.removeLast();
    address(message, rank, Message.Lane.CONTROL, kind).operation(iteration);
    if (node.send(message)) {
      idleSignals.addLast(message);
    }
  }

  private Message address(Message message, int rank, Message.Lane lane, int kind) {
    return message.address(group.node(rank), lane, channel()).kind(kind).epoch(group.epoch());
  }

  /** How updates travel that are not put into mailboxes. */
  private final class Updates implements MessageExchange.Port {
    @Override
    public Message message(int target) {
      Message message =
          idleUpdates.isEmpty()
              ? new Message().payload(Slice.of(new byte[0]))
              : idleUpdates.removeLast();
      return address(message, target, Message.Lane.DATA, UPDATE);
    }

    @Override
    public boolean send(Message message) {
      boolean isReleased = node.send(message);
      if (isReleased) {
        idleUpdates.addLast(message);
      }
      return isReleased;
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

  @Override
  protected boolean receive(int source, Message message) {
    if (message.kind() == UPDATE) {
      exchange.onMessage(source, message);
      return false;
    }
    gate.onSignal(source, SIGNALS[message.kind() - FIRST_SIGNAL], (int) message.operation());
    return true;
  }

  @Override
  public void onReleased(Message message) {
    if (message.kind() == UPDATE) {
      exchange.onReleased(message);
      idleUpdates.addLast(message);
    } else if (message.kind() >= FIRST_SIGNAL) {
      idleSignals.addLast(message);
    }
  }

  @Override
  protected void onFailed() {
    exchange.close();
  }

  /** The state of the protocol, for those who explore it. */
  @Override
  public String toString() {
    return "sends %d reduces %d combined %d %s; %s; %s"
        .formatted(sends, reduces, combined, isPending() ? "pending" : "", gate, exchange);
  }
}
