package io.papilio.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Runs contenders in {@link Turns}, and keeps what they find. */
final class Rounds {
  private final Turns turns;
  private final List<Row> rows = new ArrayList<>();

  /** One contender's turn of each round. */
  record Turn(Contender contender, Job job) {}

  /** Says on {@code progress} what is being done. */
  Rounds(PrintStream progress) {
    this.turns = new Turns(progress);
  }

  void run(List<Turn> contenders, int rounds) throws InterruptedException {
    turns.run(contenders.stream().map(AllReduces::new).toList(), rounds);
  }

  private final class AllReduces implements Turns.Turn {
    private final Contender contender;
    private final Job job;

    AllReduces(Turn turn) {
      this.contender = turn.contender();
      this.job = turn.job();
    }

    @Override
    public String title() {
      return "%s, %d ranks".formatted(contender.title(), job.ranks());
    }

    @Override
    public void take(int round) throws IOException, InterruptedException {
      List<Timing> timings = contender.timings(Child.output(contender.command(job)));
      for (Timing timing : timings) {
        rows.add(new Row(contender.name(), job.ranks(), round, timing));
        if (!timing.correct()) {
          turns.fail("wrong sums of " + timing.length() + " elements");
        }
      }
      if (timings.size() != job.lengths().size()) {
        turns.fail("nothing said about some lengths");
      }
    }
  }

  /** All that was measured, in the order of the runs. */
  List<Row> rows() {
    return rows;
  }

  /** What went wrong. */
  List<String> failures() {
    return turns.failures();
  }
}
