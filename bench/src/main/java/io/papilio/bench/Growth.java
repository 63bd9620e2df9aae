package io.papilio.bench;

import io.papilio.bench.Rounds.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.knowm.xchart.XYChart;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/growth}: how the time of an all-reduce grows, and how it should. */
@Command(
    name = "bench/growth",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Time all-reduces at more and more ranks, and of longer and longer vectors; draw a chart of"
          + " each, with the predicted time.",
      ""
    })
public final class Growth implements Callable<Integer> {
  private static final int FEWEST_RANKS = 2;

  @Spec private CommandSpec command;

  @Option(
      names = "--transport",
      defaultValue = "shm",
      description = "inproc, shm or tcp (default: ${DEFAULT-VALUE}).")
  private String transport;

  @Option(
      names = "--most-ranks",
      defaultValue = "16",
      description = "The first chart goes from 2 ranks to so many (default: ${DEFAULT-VALUE}).")
  private int mostRanks;

  @Option(
      names = "--length",
      defaultValue = "1e6",
      converter = WholeNumber.class,
      description = "How many floats in the first chart (default: ${DEFAULT-VALUE}).")
  private int length;

  @Option(
      names = "--lengths",
      split = ",",
      defaultValue = "100,300,1e3,3e3,1e4,3e4,1e5,3e5,1e6,3e6,1e7",
      converter = WholeNumber.class,
      description = "How many floats in the second chart (default: ${DEFAULT-VALUE}).")
  private List<Integer> lengths;

  @Option(
      names = "--ranks",
      defaultValue = "4",
      description = "How many ranks in the second chart (default: ${DEFAULT-VALUE}).")
  private int ranks;

  @Mixin private TurnOptions turns;

  @Option(
      names = "--calibrate",
      description = "Papilio measures the links first, and chooses and predicts by that.")
  private boolean calibrates;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where the charts go, and the rows as JSON (default: bench/results).")
  private Path out;

  /** Measures, draws, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Growth()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    turns.check();
    if (!Papilio.TRANSPORTS.contains(transport) || mostRanks < FEWEST_RANKS) {
      throw new ParameterException(
          command.commandLine(),
          "cannot measure %s, up to %d ranks".formatted(transport, mostRanks));
    }
    Path root = Root.folder();
    Papilio papilio = new Papilio(root, transport, calibrates);
    Rounds byRanks = new Rounds(System.err);
    byRanks.run(rankTurns(papilio), turns.rounds());
    Rounds byLength = new Rounds(System.err);
    byLength.run(
        List.of(new Turn(papilio, new Job(ranks, lengths, turns.samples(Job.USUAL_SAMPLES)))),
        turns.rounds());

    Map<String, String> facts = Machine.describe(root, Root.command(command));
    write("ranks", facts, byRanks, chart(byRanks).byRanks(length));
    write("lengths", facts, byLength, chart(byLength).byLength(ranks));
    return byRanks.failures().isEmpty() && byLength.failures().isEmpty() ? 0 : 1;
  }

  private GrowthChart chart(Rounds measured) {
    return new GrowthChart(transport, new Summary(measured.rows()));
  }

  private void write(String what, Map<String, String> facts, Rounds measured, XYChart chart)
      throws IOException {
    Path folder = out == null ? Root.results() : out;
    String name = "growth-%s-%s".formatted(transport, what);
    Path file = folder.resolve(ReportFile.stamped(name) + ".svg");
    new Report(facts, measured.rows(), measured.failures()).writeJsonBeside(file);
    Chart.write(chart, file);
    System.err.println("written to " + file);
  }

  private List<Turn> rankTurns(Papilio papilio) {
    List<Turn> all = new ArrayList<>();
    for (int size = FEWEST_RANKS; size <= mostRanks; size++) {
      all.add(new Turn(papilio, new Job(size, List.of(length), turns.samples(Job.USUAL_SAMPLES))));
    }
    return all;
  }
}
