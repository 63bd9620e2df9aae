package io.papilio.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets several take turns, one short run each and then the next, so that a busy moment of the
 * machine does not hit one alone.
 *
 * <pre>
 *   round 0:  first, second, ...
 *   round 1:  first, second, ...
 * </pre>
 *
 * A turn that fails is noted, and the others go on.
 */
final class Turns {
  private final PrintStream progress;
  private final List<String> failures = new ArrayList<>();
  private String current = "";

  /** What one of them does in each round. */
  interface Turn {
    /** As it is said while it is under way. */
    String title();

    void take(int round) throws IOException, InterruptedException;
  }

  /** Says on {@code progress} what is being done. */
  Turns(PrintStream progress) {
    this.progress = progress;
  }

  void run(List<? extends Turn> turns, int rounds) throws InterruptedException {
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < turns.size(); i++) {
        Turn turn = turns.get(i);
        int number = round * turns.size() + i + 1;
        current = "run %d of %d: %s".formatted(number, rounds * turns.size(), turn.title());
        progress.println(current);
        try {
          turn.take(round);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
          fail(e.getMessage());
        }
      }
    }
  }

  /** Notes that something went wrong in the turn under way. */
  void fail(String what) {
    String failure = current + ": " + what;
    progress.println("FAILED: " + failure);
    failures.add(failure);
  }

  /** What went wrong. */
  List<String> failures() {
    return failures;
  }
}
