package io.papilio.bench;

import io.papilio.learn.data.ClickGenerator;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.linear.Hybrid;
import io.papilio.learn.linear.Lbfgs;
import io.papilio.learn.linear.Loss;
import io.papilio.learn.linear.Objective;
import io.papilio.learn.linear.Online;
import io.papilio.learn.train.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/warm-start}: how many iterations of L-BFGS an online pass saves. */
@Command(
    name = "bench/warm-start",
    usageHelpWidth = 100,
    sortOptions = false,
    description = {
      "Count the iterations of L-BFGS that an online pass before it saves: logistic regression.",
      "",
      "At least one of --rcv1, --ctr and --splice is needed. Each fills a section of the results.",
      ""
    },
    footer = {"", "Example:", "  bench/warm-start --ctr 20000 --out warm-start.md"})
public final class WarmStart implements Callable<Integer> {
  private static final String SPLICE = "C_elegans_acc_100000.fasta.bz2";
  private static final int BLOCK = 10_000;
  private static final long SEED = 1;

  private static final String HEAD =
      """
      # What an online pass saves

      Iterations of L-BFGS, from zero (`lbfgs`) and after one online pass (`hybrid`), until the
      objective f is near the optimum f*: the least of a long run. A pass goes through all non-zeros
      once; an iteration takes two, its start three, and an online pass two, one of them only to
      count in how many rows a feature is.
      """;

  @Spec private CommandSpec command;

  @Option(
      names = "--rcv1",
      paramLabel = "DIR",
      description = "rcv1_binary_train.svm.gz of this folder.")
  private Path rcv1;

  @Option(
      names = "--ctr",
      paramLabel = "ROWS",
      converter = WholeNumber.class,
      description = "So many made-up rows, like showings of advertisements.")
  private Integer ctr;

  @Option(
      names = "--splice",
      paramLabel = "DIR",
      description = "Splice sites: " + SPLICE + " of this folder.")
  private Path splice;

  @Option(
      names = "--workers",
      defaultValue = "2",
      description = "Threads (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--l2",
      defaultValue = "1",
      description = "How much the squared norm of the weights counts (default: ${DEFAULT-VALUE}).")
  private double l2;

  @Option(
      names = "--tolerance",
      defaultValue = "1e-10",
      description =
          "The optimum is where an iteration lowers the objective by no more than this share"
              + " (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Option(
      names = "--iterations",
      defaultValue = "1000",
      description = "The most to find the optimum (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Option(
      names = "--out",
      paramLabel = "FILE.md",
      description =
          "Where the sections go, and beside them charts and values (default:"
              + " docs/results/warm-start.md).")
  private Path out;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  /** Counts, writes, and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new WarmStart()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (rcv1 == null && ctr == null && splice == null || workers < 1) {
      throw new ParameterException(command.commandLine(), "nothing to learn from, or nobody");
    }
    if (rcv1 != null) {
      run("RCV1", LearnSet.rcv1Rows(rcv1));
    }
    if (splice != null) {
      run("Splice sites", SpliceKmers.read(splice.resolve(SPLICE)));
    }
    if (ctr != null) {
      run("Clicks", clicks(ctr));
    }
    return 0;
  }

  private static List<SparseRows> clicks(int rows) {
    ClickGenerator generator = new ClickGenerator(SEED);
    List<SparseRows> blocks = new ArrayList<>();
    for (int from = 0; from < rows; from += BLOCK) {
      blocks.add(generator.rows(from, Math.min(BLOCK, rows - from)));
    }
    return blocks;
  }

  private void run(String name, List<SparseRows> blocks) throws IOException, InterruptedException {
    Dataset data = LearnTask.labelled(blocks);
    String size = LearnSet.size(data) + ", " + workers + " workers";
    System.err.println(name + ": " + size);
    Objective objective = new Objective(Loss.LOGISTIC, l2, 0);
    Lbfgs lbfgs = new Lbfgs(objective, iterations, tolerance);
    Map<String, String> facts = Machine.describe(Root.folder(), Root.command(command));
    double zero = LogisticFit.objective(data.rows(), new double[data.features() + 1]);
    System.err.println("lbfgs, up to the optimum");
    Descent cold = Descent.of(data, objective, lbfgs, workers, value -> false).from(zero);
    System.err.printf("%d iterations; hybrid%n", cold.values().size() - 1);
    double nearest = WarmStartReport.GAPS[WarmStartReport.GAPS.length - 1] / 10;
    Hybrid hybrid = new Hybrid(new Online(objective, 1, SEED), lbfgs);
    Descent warm =
        Descent.of(
            data, objective, hybrid, workers, value -> value <= cold.least() * (1 + nearest));
    write(new WarmStartReport(name, size, facts, cold, warm));
  }

  private void write(WarmStartReport report) throws IOException {
    Path file = out == null ? Root.folder().resolve("docs/results/warm-start.md") : out;
    String ending = "-" + report.name().toLowerCase(Locale.ROOT).replace(' ', '-');
    Path chart = ReportFile.beside(file, ending + ".svg");
    Chart.write(report.chart(), chart);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("facts", report.facts());
    json.put("lbfgs", report.cold().values());
    json.put("hybrid", report.warm().values());
    ReportFile.writeJsonBeside(chart, json);
    String before = Files.exists(file) ? Files.readString(file) : HEAD;
    String body = report.markdown(chart.getFileName().toString());
    Files.writeString(file, Sections.put(before, report.name(), body));
    System.out.println(report.name() + "\n\n" + body);
  }
}
