package io.papilio.core.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All that one rank does in a collective over {@code size} ranks and {@code length} elements: its
 * rounds, one after the other. A value: it is run, verified, priced and drawn, never changed.
 *
 * <p>Sends and receives are matched by order: the k-th send of rank a to rank b belongs to the k-th
 * receive of b from a, and their ranges must be equal.
 */
public record Schedule(int rank, int size, int length, List<Round> rounds) {

  public Schedule {
    if (size < 1 || rank < 0 || rank >= size || length < 0) {
      throw new IllegalArgumentException(
          "no schedule for rank " + rank + " of " + size + " and " + length + " elements");
    }
    rounds = List.copyOf(rounds);
  }

  /** This schedule, and when it has ended, {@code next}. */
  public Schedule then(Schedule next) {
    if (next.rank != rank || next.size != size || next.length != length) {
      throw new IllegalArgumentException("cannot follow " + describe() + " by " + next.describe());
    }
    List<Round> all = new ArrayList<>(rounds);
    all.addAll(next.rounds);
    return new Schedule(rank, size, length, all);
  }

  /** The same transfers within a larger vector, whose elements from {@code offset} on are meant. */
  public Schedule within(int largerLength, int offset) {
    if (offset < 0 || offset > largerLength - length) {
      throw new IllegalArgumentException(
          length + " elements from " + offset + " on are not within " + largerLength);
    }
    UnaryOperator<Step> shift = s -> new Step(s.kind(), s.peer(), s.range().shift(offset));
    return new Schedule(
        rank, size, largerLength, rounds.stream().map(round -> round.map(shift)).toList());
  }

  /**
   * This schedule from its end to its beginning: what was received is sent back, and what was sent
   * comes back as a copy. So a reduce becomes a broadcast, and a reduce-scatter an all-gather.
   */
  public Schedule backwards() {
    List<Round> back = new ArrayList<>(rounds);
    Collections.reverse(back);
    back.replaceAll(round -> round.map(Step::backwards));
    return new Schedule(rank, size, length, back);
  }

  /** What this rank does in a round; beyond its last one it is idle. */
  public Round round(int index) {
    return index < rounds.size() ? rounds.get(index) : Round.IDLE;
  }

  public Stream<Step> steps() {
    return rounds.stream().flatMap(round -> round.steps().stream());
  }

  /** How many elements this rank hands to others. */
  public long elementsSent() {
    return steps().filter(Step::isSend).mapToLong(step -> step.range().length()).sum();
  }

  private String describe() {
    return "rank " + rank + " of " + size + ", " + length + " elements";
  }

  /** One line a round. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(describe()).append('\n');
    for (int i = 0; i < rounds.size(); i++) {
      text.append("  round ").append(i).append(": ").append(rounds.get(i)).append('\n');
    }
    return text.toString();
  }
}
