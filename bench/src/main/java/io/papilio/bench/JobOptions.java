package io.papilio.bench;

import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Which all-reduces are measured, and how often: some lengths for each of some numbers of ranks.
 */
final class JobOptions {
  /** More elements than this in all ranks together take too long, and too much memory. */
  private static final long MOST_ELEMENTS = 200_000_000;

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
      defaultValue = "1e3,1e4,1e5,1e6,1e7,1e8",
      converter = WholeNumber.class,
      description = {
        "How many floats (default: ${DEFAULT-VALUE}).",
        "Left out where all ranks together have more than 2e8: 1e8 is for 2 ranks."
      })
  private List<Integer> lengths;

  @Mixin private TurnOptions turns;

  /** Before long work. */
  void check() {
    turns.check();
  }

  int rounds() {
    return turns.rounds();
  }

  /** One for each number of ranks, without those that have no length left. */
  List<Job> jobs() {
    return ranks.stream().map(this::job).filter(job -> !job.lengths().isEmpty()).toList();
  }

  private Job job(int size) {
    List<Integer> suitable =
        lengths.stream().filter(length -> (long) size * length <= MOST_ELEMENTS).toList();
    return new Job(size, suitable, turns.samples(Job.USUAL_SAMPLES));
  }
}
