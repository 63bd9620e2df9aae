package io.papilio.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who takes turns at training, on which data, and what they have found. */
final class LearnContest {
  private final Path root;
  private final int samples;
  private final PrintStream progress;
  private final Versions versions;
  private final Optional<Sklearn> sklearn;
  private final List<Solver> solvers = new ArrayList<>();
  private final List<Turns.Turn> turns = new ArrayList<>();
  private final List<SolverTurn> solverTurns = new ArrayList<>();
  private final Map<String, String> sizes = new LinkedHashMap<>();
  private final Map<String, Double> optima = new LinkedHashMap<>();
  private final Findings findings = new Findings();

  /** Of all that are installed. */
  LearnContest(Path root, int samples, PrintStream progress) throws InterruptedException {
    this.root = root;
    this.samples = samples;
    this.progress = progress;
    this.versions = new Versions(progress);
    this.sklearn = Sklearn.installed(root.resolve("bench/learn/sklearn_learners.py"));
    versions.note("scikit-learn", sklearn.map(s -> s.python().version()), "python3-sklearn");
    solvers.add(new PapilioSolver(root));
    versions
        .note("LIBLINEAR", Liblinear.installed(), "liblinear-tools")
        .ifPresent(version -> solvers.add(new Liblinear()));
    sklearn.ifPresent(solvers::add);
  }

  /** All turns on a data set. */
  void add(LearnSet set) {
    sizes.put(set.name(), LearnSet.size(set.data()));
    progress.printf("%s: %s; looking for the optimum%n", set.name(), sizes.get(set.name()));
    double optimum = LogisticFit.optimum(set.data());
    optima.put(set.name(), optimum);
    for (Exercise exercise : Exercise.values()) {
      addSpeed(set, exercise, "threads", 1, LearnReport.speed(exercise, 1, ""));
      if (exercise == Exercise.SGD) {
        sklearn.ifPresent(s -> addSklearn(set, s));
      } else {
        for (String how : List.of("threads", "processes", "apart")) {
          addSpeed(set, exercise, how, 2, LearnReport.speed(exercise, 2, how));
        }
      }
    }
    addTimer("text to model", set, "text", set.text(), LearnReport.TEXT, samples);
    addTimer("cache to model", set, "cache", set.cache(), LearnReport.CACHE, samples);
    addTimer("memory", set, "heap", set.cache());
    turns.add(new ColdTurn(root, set, findings));
    for (Solver solver : solvers) {
      solverTurns.add(new SolverTurn(solver, set, optimum, findings));
      turns.add(solverTurns.get(solverTurns.size() - 1));
    }
  }

  private void addSpeed(LearnSet set, Exercise exercise, String how, int workers, String measure) {
    String title = "%s, %d %s".formatted(exercise.word(), workers, how);
    addTimer(title, set, how, exercise.word(), set.cache(), measure, samples, workers);
  }

  private void addTimer(String title, LearnSet set, Object... arguments) {
    turns.add(LearnTurn.timer(title + ", " + set.name(), set.name(), findings, arguments));
  }

  private void addSklearn(LearnSet set, Sklearn peer) {
    String title = "scikit-learn's SGD, " + set.name();
    turns.add(new LearnTurn(title, set.name(), peer.sgd(set.text(), samples), findings));
  }

  /** From so many made-up rows on. */
  void addGrowth(int rows) {
    turns.add(LearnTurn.timer("growth", LearnGrowth.SET, findings, "growth", rows, samples));
  }

  List<Turns.Turn> turns() {
    return turns;
  }

  /** Of the other programs, by name; or that they are not installed. */
  Map<String, String> versions() {
    return versions.all();
  }

  LearnReport report(Map<String, String> facts, List<String> failures) {
    Map<String, String> settings = new LinkedHashMap<>();
    solverTurns.forEach(turn -> settings.put(turn.key(), turn.setting()));
    return new LearnReport(facts, sizes, settings, optima, findings, failures);
  }
}
