package io.papilio.bench;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Collective;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/choices}: whether the algorithms that Papilio chooses are the fastest. */
@Command(
    name = "bench/choices",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Time all-reduces by each algorithm, in turns with what Papilio chooses after a calibration."
          + " Say how near that is to the fastest of them, and what it chooses without.",
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

  @Mixin private JobOptions options;

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description =
          "Where the table goes, and beside it the rows as FILE.json (default: a file in"
              + " bench/results named by the time).")
  private Path out;

  @Option(
      names = "--rows",
      paramLabel = "FILE.json",
      description = "Measure nothing: print the table of rows that were kept.")
  private Path kept;

  /** Measures, writes, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Choices()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (kept != null) {
      System.out.print(again());
      return 0;
    }
    options.check();
    if (!Papilio.TRANSPORTS.containsAll(transports)) {
      throw new ParameterException(
          command.commandLine(), "no such transports, only " + Papilio.TRANSPORTS);
    }
    Path root = Root.folder();
    ChoiceReport report = new ChoiceReport(Machine.describe(root, Root.command(command)));
    List<Contest> contests = new ArrayList<>();
    for (String transport : transports) {
      Papilio papilio = new Papilio(root, transport, true);
      options.jobs().forEach(job -> contests.add(new Contest(papilio, job, report)));
    }
    Turns all = new Turns(System.err);
    all.run(contests, options.rounds());
    Path file = out == null ? Root.results().resolve(ReportFile.stamped("choices") + ".md") : out;
    report.write(file, all.failures());
    System.out.print(report.markdown(all.failures()));
    System.err.println("written to " + file);
    return all.failures().isEmpty() ? 0 : 1;
  }

  private String again() {
    try {
      return ChoiceReport.again(kept);
    } catch (IOException | RuntimeException e) {
      throw new ParameterException(
          command.commandLine(), kept + " has no rows of bench/choices: " + e.getMessage(), e);
    }
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
      words.addAll(List.of("--algorithms", String.join(",", algorithms())));
      report.add(round, papilio.link(), Child.output(words));
    }

    /** All there are, and those in segments that Papilio takes by its figures. */
    private Set<String> algorithms() {
      Set<String> names = new LinkedHashSet<>();
      names.add(ChoicePoint.OWN_CHOICE);
      Algorithms.of(Collective.Kind.ALL_REDUCE).forEach(each -> names.add(each.name()));
      for (int length : job.lengths()) {
        names.add(ChoiceReport.byFigures(papilio.link(), job.ranks(), length));
      }
      return names;
    }
  }
}
