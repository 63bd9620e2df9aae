package io.papilio.learn.job;

import io.papilio.learn.data.Census;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.Source;
import io.papilio.learn.data.Together;
import io.papilio.learn.model.Learnable;
import io.papilio.learn.model.Lesson;
import io.papilio.learn.model.Model;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a worker has before the first step: its own rows, and what all have agreed on.
 *
 * @param used the spec, with nothing left to be chosen
 * @param census of the rows of all workers
 * @param learnable what there is to learn
 * @param rows of this worker to learn from
 * @param judged rows of this worker on which the loss of the curve is measured
 * @param examples of this worker by which the model is judged in the end
 * @param advice what the user should know of the data
 * @param seconds what this worker took
 */
record Preparation(
    TrainingSpec used,
    Census census,
    Learnable learnable,
    Shard rows,
    Shard judged,
    List<RowBlock> examples,
    List<String> advice,
    double seconds)
    implements AutoCloseable {

  /** Reads and agrees; all workers call it together. */
  static Preparation of(
      TrainingSpec spec, TrainingData data, Communicator comm, WorkerListener listener)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    listener.requireNotCancelled();
    Source.Loaded loaded = data.rows(comm, listener);
    Features features = loaded.features().learned();
    Source.Loaded tests = data.tests(comm, features, listener); // refuses files of another kind
    listener.requireNotCancelled();
    int most = mostLabels(spec);
    Census census = Census.agree(comm, Census.of(loaded, most));
    census.requireExamples();
    Census tested = Census.agree(comm, Census.of(tests, 0));
    if (!spec.data().tests().isEmpty()) {
      tested.requireExamples();
    }
    listener.requireNotCancelled();
    TrainingSpec used = spec.resolve(OptionalLong.empty());
    Optional<Model> from = data.from(spec);
    Learnable first = learnable(used, census, loaded, from);
    used = spec.resolve(OptionalLong.of(first.problem().weights()));
    used.checkOptions(); // the data may have made it another optimizer
    Learnable learnable = learnable(used, census, loaded, from);

    double share = spec.data().holdOut();
    HoldOut parts = HoldOut.of(labelled(learnable, loaded), share);
    List<RowBlock> learned = parts.learned();
    List<RowBlock> kept = parts.kept();
    List<RowBlock> test = Together.get(comm, () -> readable(labelled(learnable, tests)));
    boolean holdsOut = share > 0;
    if (holdsOut) {
      requireSome(
          comm,
          kept,
          "a hold-out of %s keeps back none of so few examples: use a larger share",
          share);
      requireSome(
          comm,
          learned,
          "a hold-out of %s keeps back all of so few examples: use a smaller share",
          share);
    }
    Shard rows =
        Together.get(comm, () -> Shard.of(learnable.lessons(learned, comm.rank(), comm.size())));
    boolean hasTests = tested.rows() > 0;
    Shard judged =
        holdsOut || hasTests
            ? Shard.of(learnable.judged(comm, holdsOut ? kept : test))
            : sample(comm, rows, learnable.mostJudged());
    List<RowBlock> examples = hasTests ? test : holdsOut ? kept : learned;
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> advice =
        Stream.of(loaded, tests)
            .map(one -> one.report().advice())
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    return new Preparation(used, census, learnable, rows, judged, examples, advice, seconds);
  }

  /**
   * How many different labels are of interest: of two classes, enough to see that they are more.
   */
  private static int mostLabels(TrainingSpec spec) {
    return switch (spec.family().task(spec.settings())) {
      case TWO_CLASSES -> 6;
      case CLASSES -> Integer.MAX_VALUE;
      case NUMBERS, UNLABELLED -> 0;
    };
  }

  private static Learnable learnable(
      TrainingSpec used, Census census, Source.Loaded loaded, Optional<Model> from) {
    return used.family()
        .learnable(new Lesson(used.settings(), census, loaded.features(), used.seed(), from));
  }

  private static List<RowBlock> labelled(Learnable learnable, Source.Loaded loaded) {
    return loaded.blocks().stream().map(block -> block.map(learnable::labelled)).toList();
  }

  /** All workers hear of it if one of them has labels that nobody knows. */
  private static List<RowBlock> readable(List<RowBlock> blocks) {
    blocks.forEach(RowBlock::rows);
    return blocks;
  }

  private static void requireSome(
      Communicator comm, List<RowBlock> own, String problem, double share) {
    if (comm.allReduce(own.stream().mapToLong(RowBlock::size).sum(), Reduction.SUM) == 0) {
      throw new IllegalArgumentException(problem.formatted(share));
    }
  }

  /** As many rows of all workers as do not take long, spread evenly. */
  private static Shard sample(Communicator comm, Shard own, int most) {
    long all = comm.allReduce(own.size(), Reduction.SUM);
    int share = (int) (most * own.size() / Math.max(1, all));
    return all <= most ? own : Shard.of(List.of(own.pick(share)));
  }

  @Override
  public void close() {
    rows.close();
    judged.close();
    examples.forEach(RowBlock::close);
  }

  /** Returns what a checkpoint must be of for this training to go on from it. */
  String job(int workers) {
    return Json.encode(UsedOptions.name(used, workers, census));
  }
}
