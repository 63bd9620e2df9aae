package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

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
 * What a step sends is cut into pieces if one message cannot carry it; a piece is applied as soon
 * as it is here, while the next is on its way.
 */
public final class ScheduleExecutor {

  /** How an executor reaches its peers, which it knows by rank. */
  public interface Port {
    /**
     * Sends a piece as number {@code sequence} of this operation from here to the peer; returns
     * whether it is released already.
     */
    boolean send(int peer, int sequence, Slice piece, boolean more);

    /** The most that one message can carry. */
    long maxPayloadBytes();

    /** Whether the peer reads the piece itself, from the moment it is sent. */
    boolean lends();
  }

  private final Schedule schedule;
  private final Store store;
  private final Port port;
  private final Stage[] stages;

  private final Queue<Message>[] arrived;
  private final int[] sentTo;
  private final int[] receivedFrom;
  private final int[] unreleased;

  private int round = -1;
  private Stage stage = NONE;
  private int applied;
  private int appliedElements;
  private int inFlight;

  private static final Stage NONE = new Stage(new Round(List.of()));

  /** A round, sorted out. */
  private static final class Stage {
    private final Step[] receives;
    private final Sending[] sends;

    Stage(Round round) {
      receives = round.steps().stream().filter(step -> !step.isSend()).toArray(Step[]::new);
      sends =
          round.steps().stream()
              .filter(Step::isSend)
              .map(step -> new Sending(step, isChanging(step.range())))
              .toArray(Sending[]::new);
    }

    private boolean isChanging(Range range) {
      return Stream.of(receives).anyMatch(each -> each.range().overlaps(range));
    }
  }

  /** A send, and the slices that show its pieces; they are used again. */
  private static final class Sending {
    private final Step step;
    private final boolean changing;
    private Slice[] pieces = {};

    Sending(Step step, boolean changing) {
      this.step = step;
      this.changing = changing;
    }

    Slice piece(int number) {
      if (number == pieces.length) {
        pieces = Arrays.copyOf(pieces, number + 1);
        pieces[number] = Slice.of(new byte[0]);
      }
      return pieces[number];
    }
  }

  public ScheduleExecutor(Schedule schedule, Store store, Port port) {
    this.schedule = schedule;
    this.store = store;
    this.port = port;
    this.stages = schedule.rounds().stream().map(Stage::new).toArray(Stage[]::new);
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

  /** After it is done: to run once more. Nothing that was sent is held here meanwhile. */
  public void reset() {
    round = -1;
    Arrays.fill(sentTo, 0);
    Arrays.fill(receivedFrom, 0);
    for (Stage each : stages) {
      for (Sending send : each.sends) {
        for (Slice piece : send.pieces) {
          piece.aim(Slice.EMPTY, 0, 0);
        }
      }
    }
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
    return round == stages.length;
  }

  /** The round it is in, from 0. */
  public int round() {
    return round;
  }

  /** Whom the current round waits for. */
  public Set<Integer> awaited() {
    Set<Integer> peers = new TreeSet<>();
    unapplied().forEach(step -> peers.add(step.peer()));
    for (int peer = 0; peer < unreleased.length; peer++) {
      if (unreleased[peer] > 0) {
        peers.add(peer);
      }
    }
    return peers;
  }

  /** Copies what has arrived but must wait, so that it does not hold up what comes after it. */
  public void keepArrived() {
    for (Queue<Message> queue : arrived) {
      queue.forEach(Message::keep);
    }
  }

  /** Whether this and the later rounds cannot be completed without something more of the peer's. */
  public boolean needs(int peer) {
    return unreleased[peer] > 0 || expects(peer) || sendsTo(peer);
  }

  /** Whether there will be more messages from the peer than have arrived. */
  public boolean expects(int peer) {
    int here = 0;
    for (Message message : arrived[peer]) {
      here += message.more() ? 0 : 1;
    }
    int expected = receivesFrom(peer, stage, applied);
    for (int later = round + 1; later < stages.length && expected <= here; later++) {
      expected += receivesFrom(peer, stages[later], 0);
    }
    return expected > here;
  }

  private static int receivesFrom(int peer, Stage stage, int first) {
    int count = 0;
    for (int i = first; i < stage.receives.length; i++) {
      count += stage.receives[i].peer() == peer ? 1 : 0;
    }
    return count;
  }

  private Stream<Step> unapplied() {
    return Arrays.stream(stage.receives).skip(applied);
  }

  private boolean sendsTo(int peer) {
    return laterSteps().anyMatch(step -> step.peer() == peer && step.isSend());
  }

  private Stream<Step> laterSteps() {
    List<Round> rounds = schedule.rounds();
    return rounds.subList(Math.min(round + 1, rounds.size()), rounds.size()).stream()
        .flatMap(each -> each.steps().stream());
  }

  /** Gives up: whatever has arrived is released. */
  public void cancel() {
    for (Queue<Message> queue : arrived) {
      queue.forEach(Message::release);
      queue.clear();
    }
    round = stages.length;
  }

  private void advance() {
    while (!isDone() && applyArrived() && inFlight == 0) {
      store.endRound();
      enterRound();
    }
  }

  /** Returns whether all receives of the round are applied. */
  private boolean applyArrived() {
    while (applied < stage.receives.length) {
      Step step = stage.receives[applied];
      Message message = arrived[step.peer()].peek();
      if (message == null) {
        return false;
      }
      store.receive(step, appliedElements, message.payload(), message.more());
      appliedElements += message.payload().length();
      if (!message.more()) {
        applied++;
        appliedElements = 0;
      }
      arrived[step.peer()].remove(); // only now: what cannot be applied is released by cancel
      message.recycle();
    }
    return true;
  }

  private void enterRound() {
    round++;
    applied = 0;
    stage = isDone() ? NONE : stages[round];
    for (Sending send : stage.sends) {
      send(send, store.read(send.step.range()));
    }
  }

  private void send(Sending send, Slice elements) {
    int peer = send.step.peer();
    int most = (int) Math.min(port.maxPayloadBytes() / elements.type().bytes(), Integer.MAX_VALUE);
    int length = elements.length();
    int from = 0;
    int number = 0;
    do {
      int to = length - from > most ? from + most : length;
      Slice piece = send.piece(number++);
      piece.aim(elements, from, to);
      if (send.changing && port.lends()) {
        store.protect(piece);
      }
      if (!port.send(peer, sentTo[peer]++, piece, to < length)) {
        unreleased[peer]++;
        inFlight++;
        if (send.changing && !port.lends()) {
          store.protect(piece); // it has not left yet
        }
      }
      from = to;
    } while (from < length);
  }
}
