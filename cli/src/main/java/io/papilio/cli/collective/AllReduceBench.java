package io.papilio.cli.collective;

import io.papilio.cli.collective.AllReduceTimer.Contender;
import io.papilio.cli.collective.AllReduceTimer.Times;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.transport.ElementType;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The all-reduce benchmark: each algorithm with vectors of each length. */
record AllReduceBench(
    List<Integer> lengths, List<String> algorithms, int samples, boolean calibrated)
    implements Experiment<AllReduceBench.Row> {
  static final String AUTO = "auto";

  /** An algorithm's times for a length. */
  record Row(
      String algorithm,
      int length,
      double minMicros,
      double medianMicros,
      double p99Micros,
      double predictedMicros,
      boolean correct) {}

  List<Contender> contenders() {
    return algorithms.stream().map(name -> new Contender(name, algorithm(name))).toList();
  }

  private static Optional<Algorithm> algorithm(String name) {
    return name.equals(AUTO)
        ? Optional.empty()
        : Optional.of(Algorithms.named(Kind.ALL_REDUCE, name));
  }

  /** How many samples are taken in all. */
  long steps() {
    return (long) lengths.size() * algorithms.size() * samples;
  }

  @Override
  public Class<Row> rowType() {
    return Row.class;
  }

  @Override
  public void run(Communicator comm, Consumer<Told> telling) {
    if (calibrated) {
      comm.calibrate();
    }
    List<Contender> contenders = contenders();
    for (int length : lengths) {
      telling.accept(Told.stage(length + " elements"));
      AllReduceTimer timer = new AllReduceTimer(comm, length);
      Times[] times = timer.time(contenders, samples, () -> telling.accept(Told.STEP));
      for (int i = 0; i < times.length; i++) {
        Algorithm algorithm = contenders.get(i).algorithm().orElse(null);
        double predicted = comm.price(algorithm, ElementType.FLOAT, length).totalMicros();
        telling.accept(
            Told.row(
                new Row(
                    contenders.get(i).name(),
                    length,
                    times[i].min(),
                    times[i].median(),
                    times[i].p99(),
                    predicted,
                    times[i].correct())));
      }
    }
  }
}
