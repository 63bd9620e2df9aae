package io.papilio.bench;

import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.LocalCluster;
import io.papilio.runtime.comm.Reduction;
import io.papilio.runtime.comm.Turns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code bench/cores}: a machine may be a guest whose cores its host moves about, now next to each
 * other, now on different chips. A guest cannot see where they are; it can time how long a number
 * takes from one to the other and back:
 *
 * <pre>
 *   core a    1       3       5         round trip: 30 ns between threads of a core,
 *              \     / \     /           60 ns through a cache of both,
 *   core b       2       4              300 ns otherwise
 * </pre>
 *
 * Where there are more than two cores, the guest itself may move its threads about, too.
 */
@Command(
    name = "bench/cores",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Time all-reduces of two threads, and round trips of a number between their cores, in turns:"
          + " whether the cores of this machine are always equally near.",
      ""
    })
public final class Cores implements Callable<Integer> {
  /** The fastest series counts: who is interrupted is not far away. */
  private static final int SERIES = 10;

  private static final int ROUND_TRIPS = 300;

  /** How often a thread looks for the number before it looks whether it should give up. */
  private static final int LOOKS = 10_000;

  @Spec private CommandSpec command;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--lengths",
      split = ",",
      defaultValue = "1e4,1e5,1e6,1e7",
      converter = WholeNumber.class,
      description = "How many floats, separated by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> lengths;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  private final AtomicInteger ball = new AtomicInteger();

  /**
   * How far two cores are from each other, by what a round trip takes at most. The limits lie
   * between what was seen on an AMD EPYC: about 30, 60 and 300.
   */
  enum Distance {
    NEXT("next to each other", 45),
    NEAR("near", 150),
    FAR("far", Double.POSITIVE_INFINITY);

    private final String title;
    private final double mostNanos;

    Distance(String title, double mostNanos) {
      this.title = title;
      this.mostNanos = mostNanos;
    }
  }

  /** What was measured at one time. */
  record Moment(double roundTripNanos, double[] micros) {

    Distance distance() {
      return Arrays.stream(Distance.values())
          .filter(distance -> roundTripNanos <= distance.mostNanos)
          .findFirst()
          .orElseThrow();
    }
  }

  /** Measures, prints, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Cores()).execute(args));
  }

  @Override
  public Integer call() {
    if (!(seconds > 0)) {
      throw new ParameterException(
          command.commandLine(), "cannot watch for " + seconds + " seconds");
    }
    if (Runtime.getRuntime().availableProcessors() < 2) {
      throw new ParameterException(command.commandLine(), "there is one core only");
    }
    List<Moment> moments = new ArrayList<>();
    LocalCluster.run(2, comm -> watch(comm, moments));
    System.out.print(table(lengths, moments));
    return 0;
  }

  private void watch(Communicator comm, List<Moment> moments) {
    List<Turns> turns = lengths.stream().map(length -> turns(comm, length)).toList();
    turns.forEach(each -> each.warmUp(10));
    roundTripNanos(comm);
    long start = System.nanoTime();
    for (double[] spent = {0}; spent[0] < seconds * 1e9; comm.allReduce(spent, Reduction.MAX)) {
      double roundTrip = roundTripNanos(comm);
      double[] micros = turns.stream().mapToDouble(each -> each.round()[0] / 1e3).toArray();
      if (comm.rank() == 0) {
        moments.add(new Moment(roundTrip, micros));
      }
      spent[0] = System.nanoTime() - start;
    }
  }

  private static Turns turns(Communicator comm, int length) {
    float[] values = new float[length];
    Runnable allReduce = () -> comm.allReduce(values, Reduction.SUM);
    Runnable before = () -> Arrays.fill(values, 1 + comm.rank());
    return new Turns(comm, Turns.calls(length), before, List.of(allReduce));
  }

  /** The same on both ranks. */
  private double roundTripNanos(Communicator comm) {
    double[] least = {Double.MAX_VALUE};
    for (int i = 0; i < SERIES; i++) {
      ball.set(0);
      comm.barrier();
      long start = System.nanoTime();
      for (int turn = comm.rank(); turn < 2 * ROUND_TRIPS; turn += 2) {
        awaitBall(turn);
        ball.set(turn + 1);
      }
      least[0] = Math.min(least[0], (double) (System.nanoTime() - start) / ROUND_TRIPS);
      comm.barrier();
    }
    comm.allReduce(least, Reduction.MAX);
    return least[0];
  }

  private void awaitBall(int turn) {
    for (int look = 1; ball.get() != turn; look++) {
      Thread.onSpinWait();
      if (look % LOOKS == 0 && Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("interrupted");
      }
    }
  }

  /** A row for each distance that was seen. */
  static String table(List<Integer> lengths, List<Moment> moments) {
    List<String> titles = new ArrayList<>(List.of("cores", "moments", "round trip, ns"));
    lengths.forEach(length -> titles.add(MarkdownTable.length(length) + ", µs"));
    MarkdownTable table = new MarkdownTable(1, titles);
    for (Distance distance : Distance.values()) {
      List<Moment> some = moments.stream().filter(m -> m.distance() == distance).toList();
      if (!some.isEmpty()) {
        table.add(row(distance, some));
      }
    }
    return table.toString();
  }

  /** The medians of these. */
  private static List<String> row(Distance distance, List<Moment> moments) {
    List<String> cells = new ArrayList<>(List.of(distance.title, String.valueOf(moments.size())));
    double[] roundTrips = moments.stream().mapToDouble(Moment::roundTripNanos).toArray();
    cells.add(String.format(Locale.ROOT, "%.0f", Summary.median(roundTrips)));
    for (int i = 0; i < moments.get(0).micros.length; i++) {
      int length = i;
      double[] micros = moments.stream().mapToDouble(m -> m.micros[length]).toArray();
      cells.add(MarkdownTable.micros(Summary.median(micros)));
    }
    return cells;
  }
}
