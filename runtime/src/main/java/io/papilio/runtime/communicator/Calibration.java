package io.papilio.runtime.communicator;

import io.papilio.core.algorithm.Butterfly;
import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.price.Simulator;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Segmented;
import io.papilio.runtime.transport.Slice;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Finds out what the links of a group are like: times three all-reduces, and sets what each of them
 * depends on most so that the model predicts that time. What it still gets wrong is found by a
 * {@link TimeTrial} of those it thinks good.
 *
 * <pre>
 *   1 element                      latency, or what it takes to wake a rank if they share cores
 *   200 KB                         work a byte
 *   32 MB, in segments             how much longer work takes in memory than in the caches
 * </pre>
 *
 * All ranks take part, and get the same model: the time of the slowest counts.
 */
final class Calibration {
  private static final int SHORT = 50_000;
  private static final int LONG = 8_000_000;
  private static final int SEGMENT = 65_536;

  /** Long enough for a busy moment of the machine to pass. */
  private static final double SPELL_NANOS = 1e9;

  private final Communicator comm;
  private final double share;

  /**
   * Creates one that takes its time, or a share of it.
   *
   * @param share 1 for good figures; for tests that only need some, less
   */
  Calibration(Communicator comm, double share) {
    this.comm = comm;
    this.share = share;
  }

  /** Beginning with a model of links of this kind. */
  Selector run(LinkModel usual) {
    Selector fitted = new Selector(fit(usual));
    return comm.size() == 1 ? fitted : fitted.corrected(new TimeTrial(comm, fitted, share).run());
  }

  private LinkModel fit(LinkModel usual) {
    if (comm.size() == 1) {
      return usual;
    }
    boolean crowded = comm.size() > usual.cores().count();
    LinkModel near =
        fit(x -> crowded ? usual.withWake(x) : usual.withLatency(x), 1e6, new Butterfly(), 1);
    LinkModel working = fit(near::withWork, 10, new HalvingDoubling(), SHORT);
    Algorithm segmented = new Segmented(new HalvingDoubling(), SEGMENT);
    return fit(x -> working.withFar(1 + x), 20, segmented, LONG);
  }

  /** The model of the family, from 0 to {@code most}, whose price is the time it takes. */
  private LinkModel fit(
      DoubleFunction<LinkModel> family, double most, Algorithm algorithm, int length) {
    double nanos = nanos(algorithm, length);
    double low = 0;
    double high = most;
    for (int i = 0; i < 40; i++) { // prices grow with all of these
      double middle = (low + high) / 2;
      LinkModel link = family.apply(middle);
      double price =
          Simulator.price(algorithm, comm.size(), length, Float.BYTES, link).totalNanos();
      if (price < nanos) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return family.apply(low);
  }

  private double nanos(Algorithm algorithm, int length) {
    Slice values = Slice.of(new float[length]);
    Turns turns =
        new Turns(
            comm,
            Turns.calls(length),
            () -> {},
            List.of(() -> comm.allReduce(values, Reduction.SUM, algorithm)));
    turns.warmUp((int) Math.ceil(share * WarmUp.MOST_SPELLS));
    Timings timings = new Timings();
    for (double spent = 0; spent < share * SPELL_NANOS; ) {
      double[] nanos = turns.round();
      timings.add(nanos);
      spent += turns.spent(nanos);
    }
    return timings.usual(0);
  }
}
