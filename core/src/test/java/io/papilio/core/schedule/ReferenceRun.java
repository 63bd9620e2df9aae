package io.papilio.core.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/**
 * Runs a set of schedules on real vectors, one move of one rank at a time, in an order drawn from a
 * seed. It is written from the contract of {@link Round} alone, element by element, and shares
 * nothing with {@link ScheduleVerifier}, so that each can be held against the other.
 *
 * <p>A set of schedules that cannot be run is an {@link IllegalStateException}.
 */
final class ReferenceRun<T> {

  /** How many messages a rank can leave behind that nobody has applied yet. */
  enum Buffering {
    NONE,
    UNLIMITED
  }

  private record Message<T>(Range range, List<T> values) {}

  private final List<Schedule> schedules;
  private final List<List<T>> vectors;
  private final BinaryOperator<T> combine;
  private final Buffering buffering;
  private final int[] round;
  private final boolean[] entered;

  /** The steps of the round before this one are posted or applied. */
  private final int[] next;

  /** How many messages have been sent, and how many applied: from, to. */
  private final int[][] sent;

  private final int[][] applied;
  private final Map<List<Integer>, Queue<Message<T>>> inFlight = new HashMap<>();

  /** The vectors, one for each rank, are changed by the run. */
  ReferenceRun(
      List<Schedule> schedules,
      List<List<T>> vectors,
      BinaryOperator<T> combine,
      Buffering buffering) {
    this.schedules = schedules;
    this.vectors = vectors;
    this.combine = combine;
    this.buffering = buffering;
    this.round = new int[schedules.size()];
    this.entered = new boolean[schedules.size()];
    this.next = new int[schedules.size()];
    this.sent = new int[schedules.size()][schedules.size()];
    this.applied = new int[schedules.size()][schedules.size()];
  }

  /** Runs as far as possible; whether all have ended, with nothing left in flight. */
  boolean run(Random random) {
    runWithout(-1, random);
    return IntStream.range(0, schedules.size()).allMatch(this::hasEnded)
        && Arrays.deepEquals(sent, applied);
  }

  /** Runs as far as possible while one rank never comes. */
  void runWithout(int absentee, Random random) {
    while (true) {
      int[] movable =
          IntStream.range(0, schedules.size())
              .filter(rank -> rank != absentee && canMove(rank))
              .toArray();
      if (movable.length == 0) {
        return;
      }
      int rank = movable[random.nextInt(movable.length)];
      // In bursts, so that a rank is often as far ahead of the others as it can be.
      do {
        move(rank);
      } while (canMove(rank) && random.nextInt(4) > 0);
    }
  }

  boolean hasEnded(int rank) {
    return round[rank] == schedules.get(rank).rounds().size();
  }

  private boolean canMove(int rank) {
    if (hasEnded(rank) || !entered[rank]) {
      return !hasEnded(rank);
    }
    return hasReceives(rank)
        ? !link(steps(rank).get(next[rank]).peer(), rank).isEmpty()
        : buffering == Buffering.UNLIMITED || Arrays.equals(sent[rank], applied[rank]);
  }

  /** Skips the sends, which are posted, up to the next receive of the round. */
  private boolean hasReceives(int rank) {
    List<Step> steps = steps(rank);
    while (next[rank] < steps.size() && steps.get(next[rank]).isSend()) {
      next[rank]++;
    }
    return next[rank] < steps.size();
  }

  private void move(int rank) {
    if (!entered[rank]) {
      enter(rank);
    } else if (hasReceives(rank)) {
      receive(rank, steps(rank).get(next[rank]++));
    } else {
      round[rank]++;
      entered[rank] = false;
    }
  }

  private void enter(int rank) {
    entered[rank] = true;
    next[rank] = 0;
    for (Step step : steps(rank)) {
      if (step.isSend()) {
        List<T> values =
            new ArrayList<>(vectors.get(rank).subList(step.range().from(), step.range().to()));
        link(rank, step.peer()).add(new Message<>(step.range(), values));
        sent[rank][step.peer()]++;
      }
    }
  }

  private void receive(int rank, Step step) {
    Message<T> message = link(step.peer(), rank).remove();
    if (!message.range.equals(step.range())) {
      throw new IllegalStateException(message.range + " came instead of " + step.range());
    }
    apply(step, message, vectors.get(rank));
    applied[step.peer()][rank]++;
  }

  private void apply(Step step, Message<T> message, List<T> vector) {
    for (int i = 0; i < message.values.size(); i++) {
      int element = step.range().from() + i;
      T value = message.values.get(i);
      vector.set(
          element,
          step.kind() == Step.Kind.COPY ? value : combine.apply(vector.get(element), value));
    }
  }

  private List<Step> steps(int rank) {
    return schedules.get(rank).rounds().get(round[rank]).steps();
  }

  private Queue<Message<T>> link(int from, int to) {
    return inFlight.computeIfAbsent(List.of(from, to), key -> new ArrayDeque<>());
  }
}
