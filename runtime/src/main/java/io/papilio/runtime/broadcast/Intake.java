package io.papilio.runtime.broadcast;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What has come from the other ranks, and what of it may be handed over to a caller that is about
 * to begin an iteration. Such a caller must get all updates of iterations before {@code iteration -
 * slack}, may get those before {@code iteration}, and gets no later ones.
 *
 * <pre>
 *   iteration  0 1 2 3 4 5       slack 2, iteration 5 begins:
 *   rank 0     x x x x x         2 of rank 2 is missing, so it has to wait.
 *   rank 1     x x x x x x       What comes before that in (iteration, rank) order is
 *   rank 2     x x               handed over meanwhile: up to (2, 1); when it has come, the rest
 *   rank 3     x x x x           that is here, but not 5 of rank 1.
 * </pre>
 */
final class Intake {
  /** For a caller that begins no more iterations: it must get all. */
  static final int ALL = Integer.MAX_VALUE;

  private final List<Branch> others;
  private final int slack;

  /** From the branches of the other ranks, ascending. */
  Intake(List<Branch> others, int slack) {
    this.others = List.copyOf(others);
    this.slack = slack;
  }

  /** Whether all that the caller must get is here. */
  boolean isOpen(int iteration) {
    return others.stream().allMatch(branch -> has(branch, iteration));
  }

  private boolean has(Branch branch, int iteration) {
    return branch.clock() >= (iteration == ALL ? ALL : iteration - slack);
  }

  /** Those who have to hand something to this rank before it can go on. */
  Set<Integer> awaited(int iteration) {
    Set<Integer> awaited = new TreeSet<>();
    for (Branch branch : others) {
      if (!has(branch, iteration)) {
        awaited.add(branch.parent());
      }
    }
    return awaited;
  }

  /** What may be handed over now, in order: each update once. */
  List<Update> take(int iteration) {
    List<Update> updates = new ArrayList<>();
    boolean open = isOpen(iteration);
    Branch next = next(open);
    while (next != null && next.offers() && next.given() < iteration) {
      updates.add(next.give());
      next = next(open);
    }
    return updates;
  }

  /** Whose update comes next; those that are still to come are passed over if there is no need. */
  private Branch next(boolean passOver) {
    Branch next = null;
    for (Branch branch : others) {
      boolean counts = branch.offers() || !passOver && branch.clock() != ALL;
      if (counts && (next == null || branch.given() < next.given())) {
        next = branch;
      }
    }
    return next;
  }
}
