package io.papilio.lab.experiment;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.lab.experiment.AllReduceTimer.Times;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.transport.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The all-reduce benchmark: each algorithm with vectors of each length. */
public record AllReduceBench(
    List<Integer> lengths, List<String> algorithms, int samples, boolean calibrated)
    implements Experiment<AllReduceBench.Timing> {
  /** Stands for the communicator's own choice among the algorithms. */
  public static final String AUTO = "auto";

  /** An algorithm's times for a length. */
  public record Timing(
      String algorithm,
      int length,
      double minMicros,
      double medianMicros,
      double p99Micros,
      double predictedMicros,
      boolean correct) {}

  /** Refuses what no rank could run. */
  public AllReduceBench {
    if (samples < 1) {
      throw new IllegalArgumentException("cannot take " + samples + " samples");
    }
    algorithms.forEach(AllReduceBench::algorithm);
  }

  private static Optional<Algorithm> algorithm(String name) {
    return name.equals(AUTO)
        ? Optional.empty()
        : Optional.of(Algorithms.named(Kind.ALL_REDUCE, name));
  }

  /** Returns how many samples are taken in all. */
  public long steps() {
    return (long) lengths.size() * algorithms.size() * samples;
  }

  @Override
  public Class<Timing> rowType() {
    return Timing.class;
  }

  @Override
  public List<Timing> run(Communicator comm, ExperimentListener listener) {
    if (calibrated) {
      comm.calibrate();
    }
    List<Optional<Algorithm>> contenders =
        algorithms.stream().map(AllReduceBench::algorithm).toList();
    List<Timing> timings = new ArrayList<>();
    for (int length : lengths) {
      listener.onStage(length + " elements");
      AllReduceTimer timer = new AllReduceTimer(comm, length);
      Times[] times = timer.time(contenders, samples, listener::onStep);
      for (int i = 0; i < times.length; i++) {
        Algorithm algorithm = contenders.get(i).orElse(null);
        timings.add(
            new Timing(
                algorithms.get(i),
                length,
                times[i].min(),
                times[i].median(),
                times[i].p99(),
                comm.price(algorithm, ElementType.FLOAT, length).totalMicros(),
                times[i].correct()));
      }
    }
    return timings;
  }
}
