package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/choices}: whether {@code auto} takes the fastest algorithm. */
@Command(
    name = "bench/choices",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Time all-reduces by the algorithm that Papilio chooses, in turns with all algorithms by"
          + " their names, and say how near it is to the fastest of them.",
      ""
    },
    footer = {
      "",
      "Example, about a minute:",
      "  bench/choices --transports inproc --ranks 2,4 --lengths 1e3,1e6 --rounds 1"
    })
public final class Choices implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--transports",
      split = ",",
      defaultValue = "inproc,shm,tcp",
      description = "Some of inproc, shm and tcp (default: ${DEFAULT-VALUE}).")
  private List<String> transports;

  @Option(
      names = "--ranks",
      split = ",",
      defaultValue = "2,4,8",
      converter = WholeNumber.class,
      description = "How many ranks, separated by commas (default: ${DEFAULT-VALUE}).")
  private List<Integer> ranks;

  @Option(
      names = "--lengths",
      split = ",",
      defaultValue = "1e3,1e5,1e6,1e7",
      converter = WholeNumber.class,
      description = "How many floats (default: ${DEFAULT-VALUE}).")
  private List<Integer> lengths;

  @Mixin private TurnOptions turns;

  @Option(
      names = "--calibrate",
      description = "Papilio measures links and algorithms first, and chooses by that.")
  private boolean calibrates;

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description =
          "Where the table goes, and beside it the rows as FILE.json (default: a file in"
              + " bench/results named by the time).")
  private Path out;

  /** Measures, writes, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Choices()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    turns.check();
    if (!Papilio.TRANSPORTS.containsAll(transports)) {
      throw new ParameterException(
          command.commandLine(), "no such transports, only " + Papilio.TRANSPORTS);
    }
    Path root = Root.folder();
    ChoiceReport report = new ChoiceReport(Machine.describe(root, Root.command(command)));
    List<Contest> contests = new ArrayList<>();
    for (String transport : transports) {
      Papilio papilio = new Papilio(root, transport, calibrates);
      for (int size : ranks) {
        Job job = new Job(size, lengths, turns.samples(Job.USUAL_SAMPLES));
        contests.add(new Contest(papilio, job, report));
      }
    }
    Turns all = new Turns(System.err);
    all.run(contests, turns.rounds());
    Path file = out == null ? Root.results().resolve(ReportFile.stamped("choices") + ".md") : out;
    report.write(file, all.failures());
    System.out.print(report.markdown(all.failures()));
    System.err.println("written to " + file);
    return all.failures().isEmpty() ? 0 : 1;
  }

  /** All algorithms in turns, of one transport and number of ranks. */
  private record Contest(Papilio papilio, Job job, ChoiceReport report) implements Turns.Turn {

    @Override
    public String title() {
      return "%s, %d ranks".formatted(papilio.title(), job.ranks());
    }

    @Override
    public void take(int round) throws IOException, InterruptedException {
      List<String> words = new ArrayList<>(papilio.command(job));
      words.addAll(List.of("--algorithms", String.join(",", ChoiceReport.ALGORITHMS)));
      report.add(round, Child.output(words));
    }
  }
}
