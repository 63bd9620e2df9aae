package io.papilio.runtime.comm;

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
 *   for each of some lengths
 *     those that should take no more than 2.5 times as long as the cheapest
 *     warm up in turns, then rounds; the median of each, by what was predicted
 * </pre>
 *
 * All ranks take part, and get the same corrections.
 */
final class TimeTrial {
  private static final int[] LENGTHS = {1_000, 10_000, 100_000, 1_000_000, 10_000_000};
  private static final double WORTH_A_TRY = 2.5;

  /** The code is the same at each length; what is longer has only to be called before. */
  private static final int FIRST_WARM_UP_SPELLS = 10;

  private static final int WARM_UP_SPELLS = 2;

  /** As many rounds as take this long, but enough for a median. */
  private static final double SPELL_NANOS = 7e8;

  private static final int LEAST_ROUNDS = 5;

  private final Communicator comm;
  private final Selector model;

  TimeTrial(Communicator comm, Selector model) {
    this.comm = comm;
    this.model = model;
  }

  Corrections run() {
    List<Timed> timed = new ArrayList<>();
    for (int length : LENGTHS) {
      List<Offer> candidates = candidates(length);
      double[] medians = medians(candidates, length);
      for (int i = 0; i < medians.length; i++) {
        Offer offer = candidates.get(i);
        timed.add(new Timed(offer.algorithm(), length, medians[i] / offer.price().totalNanos()));
      }
    }
    return new Corrections(timed);
  }

  private List<Offer> candidates(int length) {
    List<Offer> offers = model.prices(Collective.Kind.ALL_REDUCE, comm.size(), length, Float.BYTES);
    double most =
        WORTH_A_TRY
            * offers.stream().mapToDouble(each -> each.price().totalNanos()).min().orElseThrow();
    return offers.stream().filter(offer -> offer.price().totalNanos() <= most).toList();
  }

  private double[] medians(List<Offer> candidates, int length) {
    float[] values = new float[length];
    Slice slice = Slice.of(values);
    List<Runnable> contenders = new ArrayList<>();
    for (Offer offer : candidates) {
      contenders.add(() -> comm.allReduce(slice, Reduction.SUM, offer.algorithm()));
    }
    // each finds the values as a caller leaves them: just written
    Turns turns = new Turns(comm, Turns.calls(length), () -> Arrays.fill(values, 0), contenders);
    turns.warmUp(length == LENGTHS[0] ? FIRST_WARM_UP_SPELLS : WARM_UP_SPELLS);
    List<double[]> rounds = new ArrayList<>();
    for (double spent = 0; spent < SPELL_NANOS || rounds.size() < LEAST_ROUNDS; ) {
      double[] round = turns.round();
      rounds.add(round);
      spent += turns.spent(round);
    }
    double[] medians = new double[contenders.size()];
    for (int i = 0; i < medians.length; i++) {
      int contender = i;
      double[] sorted = rounds.stream().mapToDouble(round -> round[contender]).sorted().toArray();
      medians[i] = sorted[sorted.length / 2];
    }
    return medians;
  }
}
