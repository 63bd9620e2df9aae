package io.papilio.lab.experiment;

import io.papilio.core.schedule.Algorithm;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.communicator.Turns;
import io.papilio.runtime.communicator.WarmUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Times all-reduces of one length, as one rank of a group: all ranks make the same calls, and get
 * the same figures.
 *
 * <pre>
 *   check each contender
 *   warm up in {@link Turns}, until the JIT compilers of all ranks have little to do
 *   a round of turns a sample
 *   check each again
 * </pre>
 */
final class AllReduceTimer {

  /** A prime, so that no piece of a vector looks like another. */
  private static final int PATTERN = 1021;

  private final Communicator comm;
  private final float[] values;

  /** Microseconds a call, sorted, and whether all sums were right on all ranks. */
  record Times(double[] micros, boolean correct) {

    double min() {
      return micros[0];
    }

    double median() {
      int middle = micros.length / 2;
      return micros.length % 2 == 1 ? micros[middle] : (micros[middle - 1] + micros[middle]) / 2;
    }

    /** The smallest time that at least 99 % of the samples do not exceed. */
    double p99() {
      return micros[(int) Math.ceil(0.99 * micros.length) - 1];
    }
  }

  AllReduceTimer(Communicator comm, int length) {
    this.comm = comm;
    this.values = new float[length];
  }

  /**
   * Returns the times of all contenders: algorithms, or none for the communicator's own choice.
   *
   * @param step is run after each sample
   */
  Times[] time(List<Optional<Algorithm>> contenders, int samples, Runnable step) {
    boolean[] correct = new boolean[contenders.size()];
    double[][] micros = new double[contenders.size()][samples];
    List<Runnable> calls = new ArrayList<>();
    for (int i = 0; i < correct.length; i++) {
      Optional<Algorithm> contender = contenders.get(i);
      correct[i] = isCorrect(contender);
      calls.add(() -> allReduce(contender));
    }
    Turns turns = new Turns(comm, Turns.calls(values.length), this::fill, calls);
    int spells = Math.min(WarmUp.MOST_SPELLS, 10 * samples); // few samples are for the hasty
    for (int i = 0; i < correct.length; i++) {
      turns.warmUp(spells); // for as long as if each were alone
    }
    for (int sample = 0; sample < samples; sample++) {
      double[] nanos = turns.round();
      for (int i = 0; i < correct.length; i++) {
        micros[i][sample] = nanos[i] / 1e3;
        step.run();
      }
    }
    Times[] times = new Times[correct.length];
    for (int i = 0; i < correct.length; i++) {
      Arrays.sort(micros[i]);
      times[i] = new Times(micros[i], isCorrect(contenders.get(i)) && correct[i]);
    }
    return times;
  }

  private void allReduce(Optional<Algorithm> contender) {
    comm.allReduce(values, Reduction.SUM, contender);
  }

  /** Values that differ by rank and by position, and whose sums floats hold exactly. */
  private void fill() {
    int factor = factor(comm.rank());
    for (int i = 0; i < values.length; i++) {
      values[i] = i % PATTERN * factor + comm.rank();
    }
  }

  private static int factor(int rank) {
    return 1 + rank % 7;
  }

  /** Whether one all-reduce gives the right sum everywhere; the same answer on all ranks. */
  private boolean isCorrect(Optional<Algorithm> contender) {
    fill();
    allReduce(contender);
    int factors = IntStream.range(0, comm.size()).map(AllReduceTimer::factor).sum();
    int ranks = IntStream.range(0, comm.size()).sum();
    int wrong =
        IntStream.range(0, values.length)
            .map(i -> values[i] == i % PATTERN * factors + ranks ? 0 : 1)
            .max()
            .orElse(0);
    return comm.allReduce(wrong, Reduction.MAX) == 0;
  }
}
