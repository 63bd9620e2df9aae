package io.papilio.core.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Decides by {@linkplain ReferenceRun running} them whether schedules do what a collective
 * promises: what the {@link ScheduleVerifier} must say of them too. For at most 64 ranks.
 */
final class ReferenceCheck {

  /** A sum that knows how it was made, with the smaller addend first, and of which ranks. */
  private record Sum(String text, long ranks) {

    static Sum ofRank(int rank) {
      return new Sum(String.valueOf(rank), 1L << rank);
    }

    static Sum of(Sum a, Sum b) {
      if (a == null || b == null || (a.ranks & b.ranks) != 0) {
        throw new IllegalStateException(a + " plus " + b);
      }
      boolean inOrder = a.text.compareTo(b.text) < 0;
      return new Sum(
          "(" + (inOrder ? a : b).text + "+" + (inOrder ? b : a).text + ")", a.ranks | b.ranks);
    }
  }

  private ReferenceCheck() {}

  static boolean passes(Collective collective, List<Schedule> schedules) {
    if (!schedules.stream().allMatch(ReferenceCheck::isWellFormed)) {
      return false;
    }
    try {
      return collective.kind() == Collective.Kind.BARRIER
          ? runs(schedules, nothing(schedules)) && isBarrier(schedules)
          : combines(collective, schedules);
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static boolean isWellFormed(Schedule schedule) {
    return schedule.steps().allMatch(step -> isPossible(step, schedule))
        && schedule.rounds().stream().noneMatch(ReferenceCheck::overwritesItself);
  }

  private static boolean isPossible(Step step, Schedule schedule) {
    return step.peer() >= 0
        && step.peer() < schedule.size()
        && step.peer() != schedule.rank()
        && step.range().to() <= schedule.length();
  }

  /** Whether two receives share elements, one of them a COPY: allowed nowhere. */
  private static boolean overwritesItself(Round round) {
    List<Step> receives = round.steps().stream().filter(step -> !step.isSend()).toList();
    for (int i = 0; i < receives.size(); i++) {
      for (int j = 0; j < receives.size(); j++) {
        if (i != j
            && receives.get(i).kind() == Step.Kind.COPY
            && receives.get(i).range().overlaps(receives.get(j).range())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean combines(Collective collective, List<Schedule> schedules) {
    int size = schedules.size();
    int length = schedules.get(0).length();
    int[] owners = owners(size, length);
    List<List<Sum>> vectors = nothing(schedules);
    long[] expected = new long[length];
    for (int rank = 0; rank < size; rank++) {
      for (int element = 0; element < length; element++) {
        if (collective.holdsBefore(rank, owners[element])) {
          vectors.get(rank).set(element, Sum.ofRank(rank));
          expected[element] |= 1L << rank;
        }
      }
    }
    if (!runs(schedules, vectors)) {
      return false;
    }
    for (int element = 0; element < length; element++) {
      int owner = owners[element];
      int at = element;
      List<Sum> outcome =
          IntStream.range(0, size)
              .filter(rank -> collective.holdsAfter(rank, owner))
              .mapToObj(rank -> vectors.get(rank).get(at))
              .distinct()
              .toList();
      Sum sum = outcome.get(0);
      if (outcome.size() != 1 || sum == null || sum.ranks != expected[element]) {
        return false;
      }
    }
    return true;
  }

  /** Who owns each element. */
  static int[] owners(int size, int length) {
    int[] owners = new int[length];
    for (int owner = 0; owner < size; owner++) {
      Range part = Range.part(length, size, owner);
      Arrays.fill(owners, part.from(), part.to(), owner);
    }
    return owners;
  }

  private static List<List<Sum>> nothing(List<Schedule> schedules) {
    List<List<Sum>> vectors = new ArrayList<>();
    for (Schedule schedule : schedules) {
      vectors.add(new ArrayList<>(Collections.nCopies(schedule.length(), null)));
    }
    return vectors;
  }

  private static boolean runs(List<Schedule> schedules, List<List<Sum>> vectors) {
    return new ReferenceRun<>(schedules, vectors, Sum::of, ReferenceRun.Buffering.NONE)
        .run(new Random(0));
  }

  /** Nobody leaves as long as one has not come, whoever that is, however much is buffered. */
  private static boolean isBarrier(List<Schedule> schedules) {
    int size = schedules.size();
    for (int absentee = 0; absentee < size; absentee++) {
      ReferenceRun<Sum> run =
          new ReferenceRun<>(
              schedules, nothing(schedules), Sum::of, ReferenceRun.Buffering.UNLIMITED);
      run.runWithout(absentee, new Random(0));
      int missing = absentee;
      if (IntStream.range(0, size).anyMatch(rank -> rank != missing && run.hasEnded(rank))) {
        return false;
      }
    }
    return true;
  }
}
