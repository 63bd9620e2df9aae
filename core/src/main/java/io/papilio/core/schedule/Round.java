package io.papilio.core.schedule;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The transfers of one rank that may be in flight together.
 *
 * <pre>
 *   post every SEND     (the values as they are now)
 *   await every RECEIVE (REDUCE or COPY)
 *   apply what was received, in the order of the steps
 * </pre>
 *
 * Nothing received is applied before the sends of the round have left, so a round may send and
 * reduce the same range; and since sends are posted before anything is waited for, rounds that form
 * a cycle of ranks cannot block each other. A rank that has nothing to do while others exchange has
 * an empty round, which costs nothing and keeps the rounds of all ranks in step.
 */
public record Round(List<Step> steps) {

  /** The round of a rank that only waits for others. */
  public static final Round IDLE = new Round(List.of());

  public Round {
    steps = List.copyOf(steps);
  }

  public static Round of(Step... steps) {
    return new Round(List.of(steps));
  }

  /** Returns a round of other steps, each made from one of this one. */
  public Round map(UnaryOperator<Step> change) {
    return new Round(steps.stream().map(change).toList());
  }

  @Override
  public String toString() {
    return steps.isEmpty() ? "idle" : steps.toString().replaceAll("^\\[|\\]$", "");
  }
}
