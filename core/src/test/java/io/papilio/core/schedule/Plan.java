package io.papilio.core.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A set of schedules that can be changed: the steps of each round of each rank. */
final class Plan {

  /** Where a step is. */
  record Place(int rank, int round, int index) {}

  private final int length;
  private final List<List<List<Step>>> steps = new ArrayList<>();

  Plan(List<Schedule> schedules) {
    this.length = schedules.get(0).length();
    for (Schedule schedule : schedules) {
      List<List<Step>> rounds = new ArrayList<>();
      schedule.rounds().forEach(round -> rounds.add(new ArrayList<>(round.steps())));
      steps.add(rounds);
    }
  }

  List<Schedule> schedules() {
    List<Schedule> schedules = new ArrayList<>();
    for (int rank = 0; rank < steps.size(); rank++) {
      List<Round> rounds = steps.get(rank).stream().map(Round::new).toList();
      schedules.add(new Schedule(rank, steps.size(), length, rounds));
    }
    return schedules;
  }

  int size() {
    return steps.size();
  }

  /** The rounds of a rank, to be changed. */
  List<List<Step>> rounds(int rank) {
    return steps.get(rank);
  }

  /** The steps of a round, to be changed; a rank that has ended before gets the rounds it lacks. */
  List<Step> round(int rank, int round) {
    while (steps.get(rank).size() <= round) {
      steps.get(rank).add(new ArrayList<>());
    }
    return steps.get(rank).get(round);
  }

  Step at(Place place) {
    return round(place.rank(), place.round()).get(place.index());
  }

  void change(Place place, UnaryOperator<Step> change) {
    round(place.rank(), place.round()).set(place.index(), change.apply(at(place)));
  }

  void remove(Place place) {
    round(place.rank(), place.round()).remove(place.index());
  }

  /** All steps, by rank, then in order. */
  List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (int rank = 0; rank < steps.size(); rank++) {
      for (int round = 0; round < steps.get(rank).size(); round++) {
        for (int index = 0; index < steps.get(rank).get(round).size(); index++) {
          places.add(new Place(rank, round, index));
        }
      }
    }
    return places;
  }

  /** The receive that belongs to a send, or the send that belongs to a receive. */
  Place partner(Place place) {
    Step step = at(place);
    List<Place> here = links(place.rank(), step.peer(), step.isSend());
    List<Place> there = links(step.peer(), place.rank(), !step.isSend());
    return there.get(here.indexOf(place));
  }

  private List<Place> links(int rank, int peer, boolean sends) {
    return places().stream()
        .filter(p -> p.rank() == rank && at(p).peer() == peer && at(p).isSend() == sends)
        .toList();
  }
}
