package io.papilio.cli.collective;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.Networks;
import io.papilio.cli.network.PlaceOptions;
import io.papilio.cli.terminal.Names;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Progress;
import io.papilio.cli.terminal.Table;
import io.papilio.cli.terminal.WholeNumber;
import io.papilio.lab.experiment.AllReduceBench;
import io.papilio.lab.experiment.AllReduceBench.Timing;
import io.papilio.lab.experiment.ExperimentRunner;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio bench allreduce}: how long an all-reduce takes here, and how long it should. */
@Command(
    name = "allreduce",
    description = {
      "Time the sum of float vectors over all ranks, next to the predicted time.",
      "",
      "A sample is a number of calls back to back divided by that number (200 for up to 1e3"
          + " elements, 20 up to 1e5, 3 up to 1e6, then 1); the slowest rank counts. Algorithms"
          + " take turns, after a warm-up, and each time another is the first. Sums are checked on"
          + " every rank.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio bench allreduce --ranks 4",
      "  papilio bench allreduce --ranks 4 --transport tcp --throttle 1gbit",
      "  papilio bench allreduce --ranks 4 --transport shm --calibrate",
      "  papilio bench allreduce --ranks 2 --lengths 1e3,1e6 --algorithms auto,ring --json out.json"
    })
final class AllReduceBenchCommand implements Callable<Integer> {
  private static final int MOST_RANKS = 256;

  /** Of a rank: its vector, and what the algorithms need beside it. */
  private static final int VECTORS_PER_RANK = 3;

  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Mixin private NetworkOptions network;

  @Option(names = "--ranks", paramLabel = "N", required = true, description = "How many ranks.")
  private int ranks;

  @Option(
      names = "--transport",
      defaultValue = "inproc",
      description = "inproc, shm or tcp (default: ${DEFAULT-VALUE}).")
  private TransportName transport;

  @Option(
      names = "--lengths",
      paramLabel = "L",
      split = ",",
      defaultValue = "1e3,1e5,1e6",
      converter = WholeNumber.class,
      description = "Elements of the vectors, separated by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> lengths;

  @Option(
      names = "--algorithms",
      paramLabel = "A",
      split = ",",
      defaultValue = AllReduceBench.AUTO,
      description = "Separated by commas: auto, tree, butterfly, ... (default: ${DEFAULT-VALUE}).")
  private List<String> algorithms;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "7",
      description = "How many samples are taken (default: ${DEFAULT-VALUE}).")
  private int samples;

  @Option(
      names = "--calibrate",
      description = "Measure links and algorithms first, and choose and predict by that.")
  private boolean calibrate;

  /** The transports there are: threads, or processes. Named as on the command line. */
  enum TransportName {
    INPROC,
    SHM,
    TCP
  }

  @Override
  public Integer call() throws Exception {
    output.check();
    check();
    AllReduceBench bench = new AllReduceBench(lengths, algorithms, samples, calibrate);
    List<Timing> rows = measure(bench);
    if (network.joins() && rows.isEmpty()) {
      return 0; // rank 0 has them
    }
    output.show(
        table(rows).toString(),
        rows.stream().map(row -> new TimingRow(ranks, Names.of(transport), row)).toList());
    for (Timing row : rows) {
      if (!row.correct()) {
        throw new IllegalStateException(
            "wrong sums by %s at %d elements".formatted(row.algorithm(), row.length()));
      }
    }
    return 0;
  }

  private void check() {
    if (transport == TransportName.INPROC && network.joins()) {
      throw new IllegalArgumentException("--join is for processes: --transport tcp or shm");
    }
    Launch place = transport == TransportName.INPROC ? Launch.THREADS : Launch.PROCESSES;
    PlaceOptions.check(
        command.commandLine().getParseResult(),
        network.joins() ? Launch.HOSTS : place,
        "--transport tcp or shm");
    if (ranks < 1 || ranks > MOST_RANKS) {
      throw new IllegalArgumentException(
          "cannot run %d ranks, only 1 to %d".formatted(ranks, MOST_RANKS));
    }
    for (int length : lengths) {
      long bytes = (long) length * Float.BYTES * VECTORS_PER_RANK * (network.joins() ? 1 : ranks);
      if (bytes > memory()) {
        throw new IllegalArgumentException(
            "%d ranks with %d elements need %d MB, more than there is%s"
                .formatted(
                    ranks,
                    length,
                    bytes >> 20,
                    transport == TransportName.INPROC ? ": see PAPILIO_JAVA_OPTS" : " here"));
      }
    }
  }

  /** What threads have together, or processes. */
  private long memory() {
    if (transport == TransportName.INPROC) {
      return Runtime.getRuntime().maxMemory();
    }
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize() * 3 / 4
        : Long.MAX_VALUE;
  }

  private List<Timing> measure(AllReduceBench bench) throws Exception {
    PrintWriter err = command.commandLine().getErr();
    Sharing sharing = transport == TransportName.SHM ? Sharing.ALWAYS : Sharing.NEVER;
    try (Progress progress = Progress.of("bench allreduce", bench.steps(), err)) {
      ExperimentRunner<Timing> runner =
          new ExperimentRunner<>(bench, new ExperimentProgress(progress));
      if (network.joins()) {
        Consumer<String> journal = line -> progress.note("papilio bench allreduce: " + line);
        try (Worker worker = Networks.join(network, sharing, journal)) {
          int size = worker.communicator().size();
          if (size != ranks) {
            throw new IllegalArgumentException(
                "the group has %d ranks, not %d".formatted(size, ranks));
          }
          return runner.oneOfMany(worker);
        }
      }
      return transport == TransportName.INPROC
          ? runner.threads(ranks)
          : runner.processes(ranks, Networks.invitation(network, sharing));
    }
  }

  /** What JSON has. */
  private record TimingRow(int ranks, String transport, @JsonUnwrapped Timing row) {}

  private Table<Timing> table(List<Timing> rows) {
    return new Table<>(rows)
        .column(">ranks", row -> ranks)
        .column("transport", row -> Names.of(transport))
        .column("algorithm", Timing::algorithm)
        .column(">length", Timing::length)
        .number("min us", 1, Timing::minMicros)
        .number("predicted us", 1, Timing::predictedMicros)
        .number("median us", 1, Timing::medianMicros)
        .number("p99 us", 1, Timing::p99Micros)
        .column("correct", row -> row.correct() ? "yes" : "NO");
  }
}
