package io.papilio.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A solver's turn: from a file to a model, with its start and its end, by the clock on the wall.
 */
final class SolverTurn implements Turns.Turn {
  /** How near the optimum all have to come, as a share of it. */
  static final double NEAR = 1e-6;

  private final Solver solver;
  private final LearnSet set;
  private final double optimum;
  private final Findings findings;
  private Optional<String> tolerance = Optional.empty();

  SolverTurn(Solver solver, LearnSet set, double optimum, Findings findings) {
    this.solver = solver;
    this.set = set;
    this.optimum = optimum;
    this.findings = findings;
  }

  /** Seconds of a solver. */
  static String seconds(String solver) {
    return "file-" + solver;
  }

  /** What it reached. */
  static String objective(String solver) {
    return "objective-" + solver;
  }

  @Override
  public String title() {
    return "%s, from file to model, %s".formatted(solver.title(), set.name());
  }

  /** Its name, and of which data it is. */
  String key() {
    return set.name() + "/" + solver.name();
  }

  /** The command, or what stands for it if there was no turn yet. */
  String setting() {
    return tolerance.map(solver::setting).orElse("–");
  }

  /** Before the first turn, finds the least exact setting that comes near enough to the optimum. */
  @Override
  public void take(int round) throws IOException, InterruptedException {
    if (tolerance.isEmpty()) {
      tolerance = Optional.of(calibrate());
    }
    findings.add(run(round, tolerance.get()));
  }

  private String calibrate() throws IOException, InterruptedException {
    String candidate = "";
    for (String next : solver.tolerances()) {
      candidate = next;
      if (run(-1, next).get(1).value() <= optimum * (1 + NEAR)) {
        break;
      }
    }
    return candidate;
  }

  private List<Finding> run(int round, String exactness) throws IOException, InterruptedException {
    Path model = set.text().resolveSibling("model-" + solver.name());
    long start = System.nanoTime();
    Child.output(solver.command(set.text(), exactness, model));
    double seconds = (System.nanoTime() - start) / 1e9;
    double[] weights = solver.weights(model, set.data().features());
    double reached = LogisticFit.objective(set.data().rows(), weights);
    Files.delete(model);
    return List.of(
        new Finding(set.name(), seconds(solver.name()), round, seconds),
        new Finding(set.name(), objective(solver.name()), round, reached));
  }
}
