package io.papilio.core.schedule;

import static io.papilio.core.schedule.Terms.UNDEFINED;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Proves that a set of schedules does what its {@link Collective} promises, without running it.
 *
 * <p>All ranks' rounds are walked together, with symbolic values and zero buffering: a send is done
 * only when the peer has applied it, and receives of a round are applied in the order of its steps.
 * What passes is proved, for that size and length, on any transport and in any timing:
 *
 * <ul>
 *   <li>nobody waits for ever, and nothing sent is left unreceived;
 *   <li>matching sends and receives mean the same range;
 *   <li>no undefined value is used, and every contribution counts exactly once;
 *   <li>all ranks end with the same summation term, hence with the same bits.
 * </ul>
 *
 * Anything else throws a {@link ScheduleException} that says where. This class is for the authors
 * of algorithms as much as for our own tests.
 */
public final class ScheduleVerifier {
  private final Collective collective;
  private final List<Schedule> schedules;
  private final int size;
  private final int length;

  /** The vector is walked in atoms: the longest pieces that no range of any schedule cuts. */
  private final int[] atomStarts;

  private final int[] atomOwners;
  private final Terms terms;
  private final int[][] values;
  private final BitSet[] heardOf;

  private final int[] rounds;
  private final int[] unfinished;
  private final int[] nextStep;
  private final Map<Long, Link> links = new HashMap<>();
  private final Queue<Integer> ready = new ArrayDeque<>();

  private ScheduleVerifier(Collective collective, List<Schedule> schedules) {
    this.collective = collective;
    this.schedules = schedules;
    this.size = schedules.size();
    this.length = schedules.get(0).length();
    for (int rank = 0; rank < size; rank++) {
      checkShape(rank, schedules.get(rank));
    }
    this.atomStarts = cuts();
    this.atomOwners = new int[atomStarts.length];
    for (int owner = 0; owner < size; owner++) {
      Range part = Range.part(length, size, owner);
      Arrays.fill(atomOwners, atom(part.from()), atom(part.to()), owner);
    }
    this.terms = new Terms(size);
    this.values = new int[size][atomStarts.length];
    this.heardOf = new BitSet[size];
    this.rounds = new int[size];
    this.unfinished = new int[size];
    this.nextStep = new int[size];
    for (int rank = 0; rank < size; rank++) {
      for (int atom = 0; atom < atomStarts.length; atom++) {
        boolean holds = collective.holdsBefore(rank, atomOwners[atom]);
        values[rank][atom] = holds ? rank : UNDEFINED;
      }
      heardOf[rank] = new BitSet(size);
      heardOf[rank].set(rank);
    }
  }

  public static void verify(Algorithm algorithm, int size, int length) {
    String what =
        "%s %s of %d ranks and %d elements: "
            .formatted(algorithm.name(), algorithm.collective(), size, length);
    List<Schedule> schedules;
    try {
      schedules = algorithm.schedules(size, length);
    } catch (RuntimeException e) {
      throw new ScheduleException(what + "no schedules: " + e, e);
    }
    try {
      verify(algorithm.collective(), schedules);
    } catch (ScheduleException e) {
      throw new ScheduleException(what + e.getMessage(), e);
    }
  }

  /** Verifies schedules that come from anywhere: one for each rank, in the order of the ranks. */
  public static void verify(Collective collective, List<Schedule> schedules) {
    if (collective.root() >= schedules.size()) {
      throw new IllegalArgumentException(
          "no " + collective + " among " + schedules.size() + " ranks");
    }
    ScheduleVerifier verifier = new ScheduleVerifier(collective, schedules);
    verifier.walk();
    verifier.checkOutcome();
  }

  private void checkShape(int rank, Schedule schedule) {
    if (schedule.rank() != rank || schedule.size() != size || schedule.length() != length) {
      throw new ScheduleException("the schedule at place " + rank + " is another's: " + schedule);
    }
    for (int round = 0; round < schedule.rounds().size(); round++) {
      List<Step> steps = schedule.rounds().get(round).steps();
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        if (step.peer() < 0 || step.peer() >= size || step.peer() == rank) {
          throw ScheduleException.at(rank, round, step.range(), "no peer " + step.peer());
        }
        if (step.range().to() > length) {
          throw ScheduleException.at(rank, round, step.range(), "beyond " + length + " elements");
        }
        for (Step other : steps.subList(0, i)) {
          checkTogether(rank, round, step, other);
        }
      }
    }
  }

  /** Two receives of a round may add to the same elements, but a COPY shares them with nobody. */
  private static void checkTogether(int rank, int round, Step step, Step other) {
    boolean copies = step.kind() == Step.Kind.COPY || other.kind() == Step.Kind.COPY;
    boolean receives = !step.isSend() && !other.isSend();
    if (copies && receives && step.range().overlaps(other.range())) {
      throw ScheduleException.at(
          rank, round, step.range(), "overwrites what the same round receives: " + other);
    }
  }

  private int[] cuts() {
    Set<Integer> cuts = new HashSet<>(List.of(0));
    for (int owner = 0; owner < size && collective.isOwned(); owner++) {
      cuts.add(Range.part(length, size, owner).from());
    }
    for (Schedule schedule : schedules) {
      for (Round round : schedule.rounds()) {
        for (Step step : round.steps()) {
          cuts.add(step.range().from());
          cuts.add(step.range().to());
        }
      }
    }
    return cuts.stream().mapToInt(cut -> cut).filter(cut -> cut < length).sorted().toArray();
  }

  private int atom(int element) {
    int found = Arrays.binarySearch(atomStarts, element);
    return found >= 0 ? found : -found - 1;
  }

  private void walk() {
    for (int rank = 0; rank < size; rank++) {
      post(rank);
    }
    while (!ready.isEmpty()) {
      int rank = ready.remove();
      rounds[rank]++;
      post(rank);
    }
    for (int rank = 0; rank < size; rank++) {
      if (rounds[rank] < schedules.get(rank).rounds().size()) {
        throw deadlock(rank);
      }
    }
  }

  /** Enters the rank's current round: its steps are offered to the peers, all at once. */
  private void post(int rank) {
    if (rounds[rank] == schedules.get(rank).rounds().size()) {
      return;
    }
    List<Step> steps = currentRound(rank).steps();
    unfinished[rank] = steps.size();
    nextStep[rank] = 0;
    if (steps.isEmpty()) {
      ready.add(rank);
    }
    for (Step step : steps) {
      if (step.isSend()) {
        Link link = link(rank, step.peer());
        link.sends.add(new Sent(step.range(), valuesOf(rank, step.range()), copyOfHeard(rank)));
        link.match();
      }
    }
    for (Step step : steps) {
      if (!step.isSend()) {
        Link link = link(step.peer(), rank);
        link.receives.add(step.range());
        link.match();
      }
    }
  }

  private int[] valuesOf(int rank, Range range) {
    return Arrays.copyOfRange(values[rank], atom(range.from()), atom(range.to()));
  }

  private BitSet copyOfHeard(int rank) {
    boolean matters = collective.kind() == Collective.Kind.BARRIER;
    return matters ? (BitSet) heardOf[rank].clone() : heardOf[rank];
  }

  private Link link(int from, int to) {
    return links.computeIfAbsent((long) from * size + to, key -> new Link(from, to));
  }

  private Round currentRound(int rank) {
    return schedules.get(rank).rounds().get(rounds[rank]);
  }

  /** As executors do: receives are applied in the order of the steps, and then a send is over. */
  private void applyArrived(int rank) {
    List<Step> steps = currentRound(rank).steps();
    for (; nextStep[rank] < steps.size(); nextStep[rank]++) {
      Step step = steps.get(nextStep[rank]);
      if (step.isSend()) {
        continue;
      }
      Sent sent = link(step.peer(), rank).arrived.poll();
      if (sent == null) {
        return;
      }
      apply(rank, step, sent);
      done(step.peer());
      done(rank);
    }
  }

  private void done(int rank) {
    if (--unfinished[rank] == 0) {
      ready.add(rank);
    }
  }

  private void apply(int rank, Step step, Sent sent) {
    if (collective.kind() == Collective.Kind.BARRIER) {
      heardOf[rank].or(sent.heardOf);
    }
    int first = atom(step.range().from());
    for (int i = 0; i < sent.values.length; i++) {
      values[rank][first + i] =
          step.kind() == Step.Kind.COPY
              ? sent.values[i]
              : sum(rank, first + i, sent.values[i], step.peer());
    }
  }

  private int sum(int rank, int atom, int received, int peer) {
    int own = values[rank][atom];
    if (own == UNDEFINED || received == UNDEFINED) {
      int culprit = own == UNDEFINED ? rank : peer;
      throw ScheduleException.at(
          rank, rounds[rank], atomRange(atom), "adds an undefined value of rank " + culprit);
    }
    int twice = terms.common(own, received);
    if (twice >= 0) {
      throw ScheduleException.at(
          rank, rounds[rank], atomRange(atom), "counts the value of rank " + twice + " twice");
    }
    return terms.sum(own, received);
  }

  private Range atomRange(int atom) {
    return new Range(
        atomStarts[atom], atom + 1 < atomStarts.length ? atomStarts[atom + 1] : length);
  }

  private ScheduleException deadlock(int rank) {
    List<String> stuck = new ArrayList<>();
    for (int other = 0; other < size && stuck.size() < 4; other++) {
      if (rounds[other] < schedules.get(other).rounds().size()) {
        stuck.add("rank " + other + " in round " + rounds[other] + ": " + currentRound(other));
      }
    }
    Range range = currentRound(rank).steps().get(0).range();
    return ScheduleException.at(
        rank, rounds[rank], range, "waits for ever; " + String.join("; ", stuck));
  }

  private void checkOutcome() {
    if (collective.kind() == Collective.Kind.BARRIER) {
      checkBarrier();
    }
    for (int atom = 0; atom < atomStarts.length; atom++) {
      int first = UNDEFINED;
      for (int rank = 0; rank < size; rank++) {
        if (!collective.holdsAfter(rank, atomOwners[atom])) {
          continue;
        }
        if (first == UNDEFINED) {
          checkContributors(rank, atom);
          first = rank;
        } else if (values[rank][atom] != values[first][atom]) {
          checkContributors(rank, atom);
          throw atEnd(rank, atomRange(atom), "sums in another order than rank " + first);
        }
      }
    }
  }

  private void checkBarrier() {
    for (int rank = 0; rank < size; rank++) {
      int missing = heardOf[rank].nextClearBit(0);
      if (missing < size) {
        throw atEnd(rank, Range.of(length), "has not heard of rank " + missing);
      }
    }
  }

  private void checkContributors(int rank, int atom) {
    int term = values[rank][atom];
    for (int other = 0; other < size; other++) {
      boolean counted = term != UNDEFINED && terms.contributors(term).get(other);
      if (collective.holdsBefore(other, atomOwners[atom]) && !counted) {
        throw atEnd(rank, atomRange(atom), "lacks the value of rank " + other);
      }
    }
  }

  private ScheduleException atEnd(int rank, Range range, String problem) {
    int last = Math.max(0, schedules.get(rank).rounds().size() - 1);
    return ScheduleException.at(rank, last, range, problem);
  }

  private record Sent(Range range, int[] values, BitSet heardOf) {}

  /** One direction between two ranks: what is offered, what is asked for, what has met. */
  private final class Link {
    final Queue<Sent> sends = new ArrayDeque<>();
    final Queue<Range> receives = new ArrayDeque<>();
    final Queue<Sent> arrived = new ArrayDeque<>();
    private final int from;
    private final int to;

    Link(int from, int to) {
      this.from = from;
      this.to = to;
    }

    void match() {
      while (!sends.isEmpty() && !receives.isEmpty()) {
        Sent sent = sends.remove();
        Range asked = receives.remove();
        if (!sent.range.equals(asked)) {
          throw ScheduleException.at(
              to, rounds[to], asked, "rank " + from + " sends " + sent.range + " instead");
        }
        arrived.add(sent);
      }
      if (!arrived.isEmpty()) {
        applyArrived(to);
      }
    }
  }
}
