package io.papilio.runtime.communicator;

import io.papilio.core.price.Corrections;
import io.papilio.core.price.Corrections.Timed;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Selector.Offer;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times the all-reduces that a model takes to be good, for a model of a few figures is never exact
 * enough to tell which of them is the best.
 *
 * <pre>
 *   for each of some lengths    who should take no more than 2.5 times as long as the cheapest?
 *                               warm up in turns
 *   again and again             visit each length, for some rounds of turns
 *   for each of the lengths     the {@linkplain Timings usual} time of each, by what was predicted
 * </pre>
 *
 * No length is done with before the next, for the machine may be slow for seconds. That does not
 * help where this goes on for longer than the trial.
 *
 * <p>All ranks take part, and get the same corrections.
 */
final class TimeTrial {
  private static final int[] LENGTHS = {1_000, 10_000, 100_000, 1_000_000, 10_000_000};
  private static final double WORTH_A_TRY = 2.5;

  /** The code is the same at each length; what is longer has only to be called before. */
  private static final int FIRST_WARM_UP_SPELLS = 10;

  private static final int WARM_UP_SPELLS = 2;

  private static final int VISITS = 5;
  private static final double VISIT_NANOS = 4e8;

  /** In the first one of a visit a call may have to compute what it has forgotten. */
  private static final int LEAST_ROUNDS = 2;

  private final Communicator comm;
  private final Selector model;
  private final double share; // of the time that it takes usually

  TimeTrial(Communicator comm, Selector model, double share) {
    this.comm = comm;
    this.model = model;
    this.share = share;
  }

  Corrections run() {
    List<Race> races = Arrays.stream(LENGTHS).mapToObj(Race::new).toList();
    races.forEach(Race::warmUp);
    for (int visit = 0; visit < VISITS; visit++) {
      races.forEach(Race::visit);
    }
    return new Corrections(races.stream().flatMap(race -> race.timed().stream()).toList());
  }

  /** The candidates at one length, and their times so far. */
  private final class Race {
    private final int length;
    private final List<Offer> candidates;
    private final Turns turns;
    private final Timings timings = new Timings();

    Race(int length) {
      this.length = length;
      this.candidates = candidates(length);
      float[] values = new float[length];
      Slice slice = Slice.of(values);
      List<Runnable> contenders = new ArrayList<>();
      for (Offer offer : candidates) {
        contenders.add(() -> comm.allReduce(slice, Reduction.SUM, offer.algorithm()));
      }
      // each finds the values as a caller leaves them: just written
      this.turns = new Turns(comm, Turns.calls(length), () -> Arrays.fill(values, 0), contenders);
    }

    void warmUp() {
      int spells = length == LENGTHS[0] ? FIRST_WARM_UP_SPELLS : WARM_UP_SPELLS;
      turns.warmUp((int) Math.ceil(share * spells));
    }

    void visit() {
      double spent = 0;
      for (int round = 0; spent < share * VISIT_NANOS || round < LEAST_ROUNDS; round++) {
        double[] nanos = turns.round();
        timings.add(nanos);
        spent += turns.spent(nanos);
      }
    }

    List<Timed> timed() {
      List<Timed> timed = new ArrayList<>();
      for (int i = 0; i < candidates.size(); i++) {
        Offer offer = candidates.get(i);
        double factor = timings.usual(i) / offer.price().totalNanos();
        timed.add(new Timed(offer.algorithm(), length, factor));
      }
      return timed;
    }
  }

  private List<Offer> candidates(int length) {
    List<Offer> offers = model.prices(Collective.Kind.ALL_REDUCE, comm.size(), length, Float.BYTES);
    double most =
        WORTH_A_TRY
            * offers.stream().mapToDouble(each -> each.price().totalNanos()).min().orElseThrow();
    return offers.stream().filter(offer -> offer.price().totalNanos() <= most).toList();
  }
}
