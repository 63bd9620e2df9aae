package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * What is kept of a measurement of learners: tables and charts for people, all findings as JSON.
 *
 * @param facts when, how and where it was measured
 * @param sets how large each data set is, by its name
 * @param settings of each solver, by the data set's name and its own
 * @param optima by data set
 */
record LearnReport(
    Map<String, String> facts,
    Map<String, String> sets,
    Map<String, String> settings,
    Map<String, Double> optima,
    Findings findings,
    List<String> failures) {
  static final String SKLEARN_SGD = "sklearn-sgd";
  static final String TEXT = "text";
  static final String TEXT_COLD = "text-cold";
  static final String CACHE = "cache";

  private static final String NOTHING = "–";

  private static final String RULES =
      """
      All take turns. Best: of all samples of all rounds; median: of the same; ratios: best over
      best, above 1 where what stands first is faster. Speeds are millions of non-zeros a second:
      those of the data, times epochs, passes or iterations, over the time. From memory: five epochs
      or passes, ten iterations of L-BFGS, when the compilers have little left to do. Text and cache
      to model: reading and one online pass on all cores, in a warm JVM; cold: the whole command.
      """;

  private static final String SOLVER_RULES =
      """
      From a file to a model, whole programs, seconds. All minimise Σ log loss + ½ ‖w‖², the bias
      not in the norm; each has the loosest of some settings that came within 1e-6 of the
      optimum. The objective is computed by the same code for all. Papilio uses all cores,
      LIBLINEAR one.
      """;

  /** A line of the table of speeds; {@code next} is empty where the figure stands for itself. */
  private record Line(String title, String measure, String nextTitle, String next, double wanted) {}

  private static final List<Line> LINES =
      List.of(
          new Line(
              "SGD, batch 1, one worker",
              speed(Exercise.SGD, 1, ""),
              "sklearn SGD",
              SKLEARN_SGD,
              1.5),
          new Line(
              "online, one worker", speed(Exercise.ONLINE, 1, ""), "sklearn SGD", SKLEARN_SGD, 0.6),
          scaling("online, two threads", Exercise.ONLINE, "threads"),
          scaling("online, two processes", Exercise.ONLINE, "processes"),
          scaling("L-BFGS, two threads", Exercise.LBFGS, "threads"),
          scaling("L-BFGS, two processes", Exercise.LBFGS, "processes"),
          new Line("text to model", TEXT, NOTHING, "", 25),
          new Line("text to model, cold", TEXT_COLD, NOTHING, "", 25),
          new Line("cache to model", CACHE, NOTHING, "", 90));

  private static Line scaling(String title, Exercise exercise, String how) {
    return new Line(title, speed(exercise, 2, how), "one worker", speed(exercise, 1, ""), 1.8);
  }

  /** The speed of so many workers. */
  static String speed(Exercise exercise, int workers, String how) {
    return exercise.word() + "-" + workers + (how.isEmpty() ? "" : "-" + how);
  }

  String markdown(String growthName) {
    StringBuilder text = new StringBuilder("# Training: Papilio and others\n\n");
    text.append(ReportFile.head(facts)).append('\n').append(RULES);
    sets.forEach(
        (set, size) -> {
          Findings own = findings.of(set);
          text.append("\n## ").append(set).append(": ").append(size).append("\n\n");
          text.append(speeds(own)).append('\n').append(SOLVER_RULES).append('\n');
          text.append(solvers(set, own));
        });
    text.append("\n## Memory\n\n").append(memory());
    LearnGrowth growth = new LearnGrowth(findings.of(LearnGrowth.SET));
    for (String what : List.of(LearnGrowth.ROWS, LearnGrowth.FEATURES)) {
      text.append("\n## More and more ").append(what).append("\n\nMilliseconds of a pass.\n\n");
      text.append(growth.table(what));
      text.append("\n![A pass, by %s](%s-%s.svg)\n".formatted(what, growthName, what));
    }
    return text.append(ReportFile.failures(failures)).toString();
  }

  private static String speeds(Findings found) {
    MarkdownTable table =
        new MarkdownTable(
            1, List.of("", "best", "median", "next to", "best", "median", "ratio", "wanted"));
    for (Line line : LINES) {
      OptionalDouble best = found.most(line.measure);
      OptionalDouble next = found.most(line.next);
      boolean alone = line.next.isEmpty();
      table.add(
          List.of(
              line.title,
              cell(best, MarkdownTable::micros),
              cell(found.median(line.measure), MarkdownTable::micros),
              line.nextTitle,
              cell(next, MarkdownTable::micros),
              cell(found.median(line.next), MarkdownTable::micros),
              cell(ratio(best, next), MarkdownTable::ratio),
              "≥ " + (alone ? MarkdownTable.micros(line.wanted) : line.wanted)));
    }
    return table.toString();
  }

  private String solvers(String set, Findings found) {
    MarkdownTable table =
        new MarkdownTable(
            1,
            List.of(
                "",
                "best",
                "median",
                "best / Papilio's",
                "objective",
                "above the optimum",
                "command"));
    OptionalDouble ours = found.least(SolverTurn.seconds("papilio"));
    settings.forEach(
        (key, command) -> {
          if (key.startsWith(set + "/")) {
            String name = key.substring(set.length() + 1);
            OptionalDouble best = found.least(SolverTurn.seconds(name));
            OptionalDouble reached = found.median(SolverTurn.objective(name));
            double optimum = optima.get(set);
            table.add(
                List.of(
                    name,
                    cell(best, MarkdownTable::micros),
                    cell(found.median(SolverTurn.seconds(name)), MarkdownTable::micros),
                    cell(ratio(best, ours), MarkdownTable::ratio),
                    cell(reached, value -> String.format(Locale.ROOT, "%.4f", value)),
                    cell(reached, value -> relative(value, optimum)),
                    "`" + command + "`"));
          }
        });
    return table.toString();
  }

  private static String relative(double value, double optimum) {
    return String.format(Locale.ROOT, "%.1e", value / optimum - 1);
  }

  private String memory() {
    MarkdownTable table = new MarkdownTable(1, List.of("", "bytes", "wanted"));
    for (String set : sets.keySet()) {
      String title = "a non-zero of the rows, " + set;
      table.add(List.of(title, bytes(findings.of(set), HeapMeter.ROWS), "≤ 12"));
    }
    for (Exercise exercise : List.of(Exercise.SGD, Exercise.ONLINE)) {
      for (int workers = 1; workers <= 2; workers++) {
        String title = "a weight, %s, for each of %d workers".formatted(exercise.word(), workers);
        table.add(List.of(title, bytes(findings, HeapMeter.weights(exercise, workers)), "≤ 16"));
      }
    }
    return table.toString();
  }

  private static String bytes(Findings found, String measure) {
    return cell(found.median(measure), MarkdownTable::micros);
  }

  private static OptionalDouble ratio(OptionalDouble dividend, OptionalDouble divisor) {
    return dividend.isEmpty() || divisor.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(dividend.getAsDouble() / divisor.getAsDouble());
  }

  private static String cell(OptionalDouble value, DoubleFunction<String> format) {
    return value.isEmpty() ? NOTHING : format.apply(value.getAsDouble());
  }

  /** Writes tables, and beside them charts and findings. */
  void write(Path markdownFile) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("facts", facts);
    json.put("sets", sets);
    json.put("settings", settings);
    json.put("optima", optima);
    json.put("findings", new ArrayList<>(findings.all()));
    json.put("failures", failures);
    ReportFile.writeJsonBeside(markdownFile, json);
    LearnGrowth growth = new LearnGrowth(findings.of(LearnGrowth.SET));
    for (String what : List.of(LearnGrowth.ROWS, LearnGrowth.FEATURES)) {
      Chart.write(growth.chart(what), ReportFile.beside(markdownFile, "-" + what + ".svg"));
    }
    String name = ReportFile.beside(markdownFile, "").getFileName().toString();
    Files.writeString(markdownFile, markdown(name));
  }
}
