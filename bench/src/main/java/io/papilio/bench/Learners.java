package io.papilio.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/learn/run}: Papilio's learners in turns with those of other programs. */
@Command(
    name = "bench/learn/run",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Time the training of linear models by Papilio in turns with other programs, on this"
          + " machine: speed, workers, memory, and how it grows.",
      "",
      "Others: scikit-learn (Debian: python3-sklearn) and LIBLINEAR (Debian: liblinear-tools)."
          + " Those that are not installed are left out.",
      ""
    },
    footer = {
      "",
      "Example, about a minute, to see that all works:",
      "  bench/learn/run --rows 2000 --rounds 1 --samples 1 --out learn.md"
    })
public final class Learners implements Callable<Integer> {
  private static final PrintStream PROGRESS = System.err;
  private static final int USUAL_SAMPLES = 3;

  @Spec private CommandSpec command;

  @Option(
      names = "--rows",
      defaultValue = "200000",
      converter = WholeNumber.class,
      description =
          "How many are made up, like those of RCV1, of about 75 non-zeros (default:"
              + " ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--rcv1",
      paramLabel = "DIR",
      description = "Also measure on rcv1_binary_train.svm.gz of this folder.")
  private Path rcv1;

  @Mixin private TurnOptions turns;

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description =
          "Where the tables go, and beside them charts and findings (default: a file in"
              + " bench/results named by the time).")
  private Path out;

  /** Measures, writes, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Learners()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    turns.check();
    Path root = Root.folder();
    Child.output(List.of(root.resolve("papilio").toString(), "--version")); // builds it
    Map<String, String> facts = Machine.describe(root, Root.command(command));
    Turns all = new Turns(PROGRESS);
    LearnContest contest = new LearnContest(root, turns.samples(USUAL_SAMPLES), PROGRESS);
    try (TemporaryFolder folder = new TemporaryFolder()) {
      contest.add(LearnSet.generated(root, rows, folder.path()));
      if (rcv1 != null) {
        contest.add(LearnSet.rcv1(rcv1, folder.path()));
      }
      contest.addGrowth(Math.max(1, rows / LearnTimer.MOST_GROWTH));
      all.run(contest.turns(), turns.rounds());
    }
    facts.putAll(contest.versions());
    LearnReport report = contest.report(facts, all.failures());
    Path file = out == null ? Root.results().resolve(ReportFile.stamped("learn") + ".md") : out;
    report.write(file);
    System.out.print(Files.readString(file));
    PROGRESS.println("written to " + file);
    return all.failures().isEmpty() ? 0 : 1;
  }
}
