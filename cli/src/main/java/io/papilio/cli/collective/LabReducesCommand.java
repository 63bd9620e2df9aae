package io.papilio.cli.collective;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.papilio.cli.network.LocalLaunch;
import io.papilio.cli.terminal.Names;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Progress;
import io.papilio.cli.terminal.Table;
import io.papilio.cli.terminal.WholeNumber;
import io.papilio.lab.experiment.CompleteReduces;
import io.papilio.lab.experiment.CompleteReduces.ReduceCounts;
import io.papilio.lab.experiment.ExperimentRunner;
import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.runtime.cluster.Invitation;
import io.papilio.runtime.mixing.MixCounts;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code papilio lab reduces}: how many reduces had all their inputs. */
@Command(
    name = "reduces",
    description = {
      "Count the reduces that had all their inputs, under several consistencies.",
      "",
      "All workers mix with all others, at an uneven pace. A reduce is complete if every other"
          + " worker's update of the iteration, or a later one, was there and whole. An input is"
          + " missing if nothing had come yet, stale if it was of an earlier iteration, newer if of"
          + " a later one, which has overwritten what was to be used, and torn if it was being"
          + " overwritten. barrier-only is for the lab: a barrier over writes that nobody"
          + " acknowledges.",
      "",
      "After Kadav and Kruus, ASAP, 2016: 8 workers with 7 inputs each.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  papilio lab reduces",
      "  papilio lab reduces --workers 4 --length 1e4 --consistency asp,barrier-only --json f.json"
    })
final class LabReducesCommand implements Callable<Integer> {
  private static final int MOST_WORKERS = 64;

  /** Of a worker, for each other: what it sends and what it holds, with room for some to wait. */
  private static final int VECTORS_PER_LINK = 4;

  private static final long MOST_BYTES = 8L << 30;

  @Spec private CommandSpec command;

  @Mixin private Output output;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many workers (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--length",
      paramLabel = "L",
      defaultValue = "100000",
      converter = WholeNumber.class,
      description = "Elements of the vectors (default: ${DEFAULT-VALUE}).")
  private int length;

  @Option(
      names = "--iterations",
      paramLabel = "T",
      defaultValue = "500",
      converter = WholeNumber.class,
      description = "Reduces of each worker (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Option(
      names = "--consistency",
      paramLabel = "C",
      split = ",",
      defaultValue = "bsp,notify-ack,ssp:2,asp,barrier-only",
      description = "Separated by commas (default: ${DEFAULT-VALUE}).")
  private List<String> consistencies;

  @Option(
      names = "--launch",
      converter = LocalLaunch.class,
      defaultValue = "processes",
      description = "Workers are threads or processes of this machine (default: ${DEFAULT-VALUE}).")
  private Launch launch;

  @Override
  public Integer call() throws Exception {
    output.check();
    check();
    CompleteReduces experiment = new CompleteReduces(consistencies, length, iterations);
    List<ReduceCounts> rows = measure(experiment);
    output.show(table(rows).toString(), rows.stream().map(this::result).toList());
    return 0;
  }

  private void check() {
    if (workers < 2 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "cannot mix with %d workers, only with 2 to %d".formatted(workers, MOST_WORKERS));
    }
    long bytes = (long) workers * workers * VECTORS_PER_LINK * length * Float.BYTES;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "%d workers with %d elements need %d MB, more than %d"
              .formatted(workers, length, bytes >> 20, MOST_BYTES >> 20));
    }
  }

  private List<ReduceCounts> measure(CompleteReduces experiment) throws Exception {
    PrintWriter err = command.commandLine().getErr();
    try (Progress progress = Progress.of("lab reduces", consistencies.size(), err)) {
      var runner = new ExperimentRunner<>(experiment, new ExperimentProgress(progress));
      return launch == Launch.THREADS
          ? runner.threads(workers)
          : runner.processes(workers, Invitation.local(Sharing.ALWAYS));
    }
  }

  /** What JSON has. */
  private record ReducesRow(
      String consistency,
      int workers,
      int length,
      int iterations,
      String launch,
      @JsonUnwrapped MixCounts counts,
      double complete,
      double seconds) {}

  private ReducesRow result(ReduceCounts row) {
    return new ReducesRow(
        row.consistency(),
        workers,
        length,
        iterations,
        Names.of(launch),
        row.counts(),
        row.complete(),
        row.seconds());
  }

  private static Table<ReduceCounts> table(List<ReduceCounts> rows) {
    return new Table<>(rows)
        .column("consistency", ReduceCounts::consistency)
        .column(">reduces", row -> row.counts().reduces())
        .number("complete %", 1, row -> 100 * row.complete())
        .column(">missing", row -> row.counts().missing())
        .column(">stale", row -> row.counts().stale())
        .column(">newer", row -> row.counts().newer())
        .column(">torn", row -> row.counts().torn())
        .number("seconds", 2, ReduceCounts::seconds);
  }
}
