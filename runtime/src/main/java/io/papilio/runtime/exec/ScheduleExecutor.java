package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs one schedule, of any algorithm, over any transport: a state machine that moves on when a
 * message arrives or one of its own is released.
 *
 * <pre>
 *   enter a round: send every SEND range
 *     |   the k-th message from a peer belongs to the k-th receive from it
 *     |   receives are applied in the order of the steps, as soon as they are here
 *   all applied, all own messages released: next round
 * </pre>
 *
 * Peers read our array while we go on, so a range that a round both sends and receives into is sent
 * from a copy; all other ranges are sent from where they are.
 */
public final class ScheduleExecutor {

  /** How an executor reaches its peers, which it knows by rank. */
  public interface Port {
    /** Sends the elements as number {@code sequence} of this operation from here to the peer. */
    void send(int peer, int sequence, Slice elements);
  }

  private final Schedule schedule;
  private final Slice data;
  private final Combiner combiner;
  private final Port port;
  private final Scratch spare;

  private final Queue<Message>[] arrived;
  private final int[] sentTo;
  private final int[] receivedFrom;
  private final int[] unreleased;

  private int round = -1;
  private List<Step> receives = List.of();
  private int applied;
  private int inFlight;
  private final Map<Range, Slice> copies = new HashMap<>();

  /** The schedule's length is that of the data. */
  public ScheduleExecutor(
      Schedule schedule, Slice data, Combiner combiner, Port port, Scratch spare) {
    this.schedule = schedule;
    this.data = data;
    this.combiner = combiner;
    this.port = port;
    this.spare = spare;
    this.arrived = queues(schedule.size());
    this.sentTo = new int[schedule.size()];
    this.receivedFrom = new int[schedule.size()];
    this.unreleased = new int[schedule.size()];
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generics
  private static Queue<Message>[] queues(int size) {
    Queue<Message>[] queues = new Queue[size];
    for (int i = 0; i < size; i++) {
      queues[i] = new ArrayDeque<>(2);
    }
    return queues;
  }

  public void start() {
    enterRound();
    advance();
  }

  /** A message of this operation from a peer. After an exception there is only {@link #cancel}. */
  public void onMessage(int peer, Message message) {
    int expected = receivedFrom[peer]++;
    arrived[peer].add(message);
    if (message.sequence() != expected) {
      throw new IllegalStateException(
          "message %d of rank %d came as its number %d"
              .formatted(message.sequence(), peer, expected));
    }
    advance();
  }

  /** The peer does not need the oldest of our messages to it any more. */
  public void onReleased(int peer) {
    unreleased[peer]--;
    inFlight--;
    advance();
  }

  public boolean isDone() {
    return round == schedule.rounds().size();
  }

  /** The round it is in, from 0. */
  public int round() {
    return round;
  }

  /** Whom the current round waits for. */
  public Set<Integer> awaited() {
    Set<Integer> peers = new TreeSet<>();
    receives.subList(applied, receives.size()).forEach(step -> peers.add(step.peer()));
    for (int peer = 0; peer < unreleased.length; peer++) {
      if (unreleased[peer] > 0) {
        peers.add(peer);
      }
    }
    return peers;
  }

  /** Whether this and the later rounds cannot be completed without something more of the peer's. */
  public boolean needs(int peer) {
    if (unreleased[peer] > 0) {
      return true;
    }
    int here = arrived[peer].size();
    for (int i = Math.max(round, 0); i < schedule.rounds().size(); i++) {
      List<Step> steps = schedule.rounds().get(i).steps();
      List<Step> left = i > round ? steps : receives.subList(applied, receives.size());
      for (Step step : left) {
        if (step.peer() == peer && (step.isSend() || --here < 0)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Gives up: whatever has arrived is released. */
  public void cancel() {
    for (Queue<Message> queue : arrived) {
      queue.forEach(Message::release);
      queue.clear();
    }
    round = schedule.rounds().size();
  }

  private void advance() {
    while (!isDone() && applyArrived() && inFlight == 0) {
      copies.values().forEach(spare::giveBack);
      copies.clear();
      enterRound();
    }
  }

  /** Returns whether all receives of the round are applied. */
  private boolean applyArrived() {
    while (applied < receives.size()) {
      Step step = receives.get(applied);
      Message message = arrived[step.peer()].peek();
      if (message == null) {
        return false;
      }
      apply(step, message);
      arrived[step.peer()].remove(); // only now: what cannot be applied is released by cancel
      applied++;
      message.release();
    }
    return true;
  }

  private void apply(Step step, Message message) {
    Slice target = data.slice(step.range().from(), step.range().to());
    if (message.payload().length() != target.length()) {
      throw new IllegalStateException(
          "rank %d sent %s where %s was expected"
              .formatted(step.peer(), message.payload(), target));
    }
    if (step.kind() == Step.Kind.REDUCE) {
      combiner.combine(target, message.payload());
    } else if (target.length() > 0) {
      message.payload().copyTo(target);
    }
  }

  private void enterRound() {
    round++;
    applied = 0;
    if (isDone()) {
      receives = List.of();
      return;
    }
    Round current = schedule.rounds().get(round);
    receives = current.steps().stream().filter(step -> !step.isSend()).toList();
    List<Step> sends = current.steps().stream().filter(Step::isSend).toList();
    inFlight = sends.size();
    for (Step send : sends) {
      unreleased[send.peer()]++;
      port.send(send.peer(), sentTo[send.peer()]++, stable(send.range()));
    }
  }

  /** What is to be sent, where nothing received in this round can change it. */
  private Slice stable(Range range) {
    Slice own = data.slice(range.from(), range.to());
    if (receives.stream().noneMatch(step -> step.range().overlaps(range))) {
      return own;
    }
    return copies.computeIfAbsent(range, key -> copyOf(own)).slice(0, own.length());
  }

  private Slice copyOf(Slice own) {
    Slice copy = spare.take(own.type(), own.length());
    own.copyTo(copy.slice(0, own.length()));
    return copy;
  }
}
