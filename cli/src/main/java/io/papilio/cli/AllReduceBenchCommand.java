package io.papilio.cli;

import io.papilio.cli.AllReduceTimer.Contender;
import io.papilio.cli.AllReduceTimer.Times;
import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.price.LinkModel;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.runtime.comm.LocalCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
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
          + " take turns, after a warm-up. Sums are checked on every rank.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio bench allreduce --ranks 4",
      "  papilio bench allreduce --ranks 2 --lengths 1e3,1e6 --algorithms auto,ring --json out.json"
    })
final class AllReduceBenchCommand implements Callable<Integer> {
  private static final int MOST_RANKS = 256;
  private static final String AUTO = "auto";

  /** Of a rank: its vector, and what the algorithms need beside it. */
  private static final int VECTORS_PER_RANK = 3;

  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Option(names = "--ranks", paramLabel = "N", required = true, description = "How many ranks.")
  private int ranks;

  @Option(
      names = "--transport",
      defaultValue = "inproc",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
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
      defaultValue = AUTO,
      description = "Separated by commas: auto, tree, butterfly, ... (default: ${DEFAULT-VALUE}).")
  private List<String> algorithms;

  @Option(
      names = "--samples",
      paramLabel = "S",
      defaultValue = "7",
      description = "How many samples are taken (default: ${DEFAULT-VALUE}).")
  private int samples;

  /** The transports there are. Named as on the command line. */
  enum TransportName {
    INPROC,
    SHM,
    TCP;

    @Override
    public String toString() {
      return Names.of(this);
    }
  }

  /** A line of the table. */
  private record Row(String algorithm, int length, Times times, double predictedMicros) {}

  @Override
  public Integer call() throws IOException {
    output.check();
    check();
    List<Row> rows = measure(contenders());
    output.json(rows.stream().map(this::json).toList());
    output.print(table(rows).toString());
    for (Row row : rows) {
      if (!row.times().correct()) {
        throw new IllegalStateException(
            "wrong sums by %s at %d elements".formatted(row.algorithm(), row.length()));
      }
    }
    return 0;
  }

  private void check() {
    if (transport != TransportName.INPROC) {
      throw new IllegalArgumentException(
          "transport %s is not there yet; use inproc".formatted(transport));
    }
    if (ranks < 1 || ranks > MOST_RANKS) {
      throw new IllegalArgumentException(
          "cannot run %d ranks, only 1 to %d".formatted(ranks, MOST_RANKS));
    }
    if (samples < 1) {
      throw new IllegalArgumentException("cannot take " + samples + " samples");
    }
    for (int length : lengths) {
      long bytes = (long) length * Float.BYTES * VECTORS_PER_RANK * ranks;
      if (bytes > Runtime.getRuntime().maxMemory()) {
        throw new IllegalArgumentException(
            "%d ranks with %d elements need %d MB, more than the JVM has: see PAPILIO_JAVA_OPTS"
                .formatted(ranks, length, bytes >> 20));
      }
    }
  }

  private List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>();
    for (String name : algorithms) {
      Optional<Algorithm> algorithm =
          name.equals(AUTO)
              ? Optional.empty()
              : Optional.of(Algorithms.named(Kind.ALL_REDUCE, name));
      contenders.add(new Contender(name, algorithm));
    }
    return contenders;
  }

  private List<Row> measure(List<Contender> contenders) {
    List<Row> rows = new ArrayList<>();
    long steps = (long) lengths.size() * contenders.size() * samples;
    try (Progress progress =
        Progress.of("bench allreduce", steps, command.commandLine().getErr())) {
      LocalCluster.run(
          ranks,
          comm -> {
            for (int length : lengths) {
              if (comm.rank() == 0) {
                progress.stage(length + " elements");
              }
              AllReduceTimer timer = new AllReduceTimer(comm, length);
              Times[] times = timer.time(contenders, samples, progress);
              for (int i = 0; i < times.length && comm.rank() == 0; i++) {
                Contender contender = contenders.get(i);
                double predicted = predictedMicros(contender, length);
                rows.add(new Row(contender.name(), length, times[i], predicted));
              }
            }
          });
    }
    return rows;
  }

  private double predictedMicros(Contender contender, int length) {
    LinkModel usual = LinkModel.inproc();
    LinkModel here = usual.withCores(Runtime.getRuntime().availableProcessors());
    Algorithm algorithm =
        contender
            .algorithm()
            .orElseGet(
                () -> new Selector(usual).choose(Kind.ALL_REDUCE, ranks, length, Float.BYTES));
    return new Selector(here, List.of(algorithm))
        .prices(Kind.ALL_REDUCE, ranks, length, Float.BYTES)
        .get(0)
        .price()
        .totalMicros();
  }

  private Map<String, Object> json(Row row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ranks", ranks);
    json.put("transport", transport.toString());
    json.put("algorithm", row.algorithm());
    json.put("length", row.length());
    json.put("minMicros", row.times().min());
    json.put("medianMicros", row.times().median());
    json.put("p99Micros", row.times().p99());
    json.put("predictedMicros", row.predictedMicros());
    json.put("correct", row.times().correct());
    return json;
  }

  private Table table(List<Row> rows) {
    Table table =
        new Table(
            ">ranks",
            "transport",
            "algorithm",
            ">length",
            ">min us",
            ">median us",
            ">p99 us",
            ">predicted us",
            "correct");
    for (Row row : rows) {
      table.add(
          ranks,
          transport,
          row.algorithm(),
          row.length(),
          Table.fixed(row.times().min(), 1),
          Table.fixed(row.times().median(), 1),
          Table.fixed(row.times().p99(), 1),
          Table.fixed(row.predictedMicros(), 1),
          row.times().correct() ? "yes" : "NO");
    }
    return table;
  }
}
