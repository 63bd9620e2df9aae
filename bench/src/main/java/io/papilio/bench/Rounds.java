package io.papilio.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs contenders in turns, one short run each and then the next, so that a busy moment of the
 * machine does not hit one alone.
 *
 * <pre>
 *   round 0:  first run, second run, ...
 *   round 1:  first run, second run, ...
 * </pre>
 *
 * A run that fails is noted, and the others go on.
 */
final class Rounds {
  private final PrintStream progress;
  private final List<Row> rows = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** One contender's turn of each round. */
  record Turn(Contender contender, Job job) {}

  /** Says on {@code progress} what is being done. */
  Rounds(PrintStream progress) {
    this.progress = progress;
  }

  void run(List<Turn> turns, int rounds) throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < turns.size(); i++) {
        Turn turn = turns.get(i);
        String what =
            "run %d of %d: %s, %d ranks"
                .formatted(
                    round * turns.size() + i + 1,
                    rounds * turns.size(),
                    turn.contender().title(),
                    turn.job().ranks());
        progress.println(what);
        run(turn, round, what);
      }
    }
  }

  private void run(Turn turn, int round, String what) throws InterruptedException {
    Contender contender = turn.contender();
    try {
      List<Timing> timings = contender.timings(Child.output(contender.command(turn.job())));
      for (Timing timing : timings) {
        rows.add(new Row(contender.name(), turn.job().ranks(), round, timing));
        if (!timing.correct()) {
          fail(what + ": wrong sums of " + timing.length() + " elements");
        }
      }
      if (timings.size() != turn.job().lengths().size()) {
        fail(what + ": nothing said about some lengths");
      }
    } catch (IOException | IllegalArgumentException e) {
      fail(what + ": " + e.getMessage());
    }
  }

  private void fail(String what) {
    progress.println("FAILED: " + what);
    failures.add(what);
  }

  /** All that was measured, in the order of the runs. */
  List<Row> rows() {
    return rows;
  }

  /** What went wrong. */
  List<String> failures() {
    return failures;
  }
}
