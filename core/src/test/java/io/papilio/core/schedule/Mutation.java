package io.papilio.core.schedule;

import io.papilio.core.schedule.Plan.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A small change to a correct plan. It is made at one step of the plan; {@code how} chooses among
 * the ways to make it.
 */
enum Mutation {
  /** One rank forgets a step. */
  DROP_STEP {
    @Override
    void apply(Plan plan, Place place, int how) {
      plan.remove(place);
    }
  },
  /** One rank does a step twice. */
  REPEAT_STEP {
    @Override
    void apply(Plan plan, Place place, int how) {
      plan.round(place.rank(), place.round()).add(place.index(), plan.at(place));
    }
  },
  /** One rank takes another for its peer, be it itself or nobody. */
  CHANGE_PEER {
    @Override
    void apply(Plan plan, Place place, int how) {
      int old = plan.at(place).peer();
      int peer = choose(how, IntStream.rangeClosed(-1, plan.size()).filter(p -> p != old).boxed());
      plan.change(place, step -> new Step(step.kind(), peer, step.range()));
    }
  },
  /** One rank takes a range for another. */
  CHANGE_RANGE {
    @Override
    void apply(Plan plan, Place place, int how) {
      Range range = choose(how, near(plan.at(place).range()));
      plan.change(place, step -> new Step(step.kind(), step.peer(), range));
    }
  },
  /** One rank sends what it should receive, or receives what it should send. */
  TURN_STEP {
    @Override
    void apply(Plan plan, Place place, int how) {
      Step.Kind receive = how % 2 == 0 ? Step.Kind.REDUCE : Step.Kind.COPY;
      plan.change(place, s -> new Step(s.isSend() ? receive : Step.Kind.SEND, s.peer(), s.range()));
    }
  },
  /** A message is neither sent nor received. */
  DROP_MESSAGE {
    @Override
    void apply(Plan plan, Place place, int how) {
      Place partner = plan.partner(place);
      plan.remove(place);
      plan.remove(partner);
    }
  },
  /** A message is sent and received twice. */
  REPEAT_MESSAGE {
    @Override
    void apply(Plan plan, Place place, int how) {
      Place partner = plan.partner(place);
      REPEAT_STEP.apply(plan, place, how);
      REPEAT_STEP.apply(plan, partner, how);
    }
  },
  /** A REDUCE becomes a COPY, or the reverse. */
  CHANGE_KIND {
    @Override
    void apply(Plan plan, Place place, int how) {
      Place receive = plan.at(place).isSend() ? plan.partner(place) : place;
      Step.Kind kind =
          plan.at(receive).kind() == Step.Kind.COPY ? Step.Kind.REDUCE : Step.Kind.COPY;
      plan.change(receive, step -> new Step(kind, step.peer(), step.range()));
    }
  },
  /** Sender and receiver agree on another range. */
  CHANGE_RANGE_OF_MESSAGE {
    @Override
    void apply(Plan plan, Place place, int how) {
      Place partner = plan.partner(place);
      CHANGE_RANGE.apply(plan, place, how);
      CHANGE_RANGE.apply(plan, partner, how);
    }
  },
  /** A message goes to a third rank, which expects it. */
  REDIRECT_MESSAGE {
    @Override
    void apply(Plan plan, Place place, int how) {
      Place send = plan.at(place).isSend() ? place : plan.partner(place);
      Place receive = plan.partner(send);
      Step received = plan.at(receive);
      List<Integer> others = new ArrayList<>(IntStream.range(0, plan.size()).boxed().toList());
      others.removeAll(List.of(send.rank(), receive.rank()));
      if (!others.isEmpty()) {
        int other = choose(how, others.stream());
        plan.remove(receive);
        plan.round(other, receive.round()).add(received);
        plan.change(send, step -> Step.send(other, step.range()));
      }
    }
  },
  /** One rank does two of its rounds in the reverse order. */
  SWAP_ROUNDS {
    @Override
    void apply(Plan plan, Place place, int how) {
      List<List<Step>> rounds = plan.rounds(place.rank());
      Collections.swap(rounds, place.round(), another(place.round(), rounds.size(), how));
    }
  },
  /** One rank does two steps of a round in the reverse order. */
  SWAP_STEPS {
    @Override
    void apply(Plan plan, Place place, int how) {
      List<Step> steps = plan.round(place.rank(), place.round());
      Collections.swap(steps, place.index(), another(place.index(), steps.size(), how));
    }
  },
  /** One rank does a step a round later or earlier. */
  MOVE_STEP {
    @Override
    void apply(Plan plan, Place place, int how) {
      Step step = plan.at(place);
      plan.remove(place);
      int round = how % 2 == 0 ? place.round() + 1 : Math.max(0, place.round() - 1);
      plan.round(place.rank(), round).add(step);
    }
  };

  /** Those that one side makes alone, so that sends and receives cannot pair up any more. */
  static final List<Mutation> ONE_SIDED =
      List.of(DROP_STEP, REPEAT_STEP, CHANGE_PEER, CHANGE_RANGE, TURN_STEP);

  abstract void apply(Plan plan, Place place, int how);

  private static <T> T choose(int how, Stream<T> choices) {
    List<T> all = choices.toList();
    return all.get(how % all.size());
  }

  /** Another index, if there is one. */
  private static int another(int index, int count, int how) {
    return count == 1 ? index : (index + 1 + how % (count - 1)) % count;
  }

  /** Ranges that begin or end an element earlier or later. */
  private static Stream<Range> near(Range range) {
    int from = range.from();
    int to = range.to();
    return Stream.of(
            new int[] {from + 1, to + 1},
            new int[] {from - 1, to - 1},
            new int[] {from, to + 1},
            new int[] {from, to - 1},
            new int[] {from + 1, to},
            new int[] {from - 1, to})
        .filter(ends -> ends[0] >= 0 && ends[1] >= ends[0])
        .map(ends -> new Range(ends[0], ends[1]));
  }
}
