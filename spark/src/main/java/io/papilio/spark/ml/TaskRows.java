package io.papilio.spark.ml;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.Source;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.ml.RowBlocks.Block;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a task, which Spark has dealt out already.
 *
 * @param name what they are called in messages
 * @param width how long vectors are; 0 if the rows were none
 */
record TaskRows(String name, List<Block> blocks, Features features, int width) implements Source {

  TaskRows(String name, List<Block> blocks, Features features) {
    this(name, blocks, features, 0);
  }

  /** Vectors have one length, also those of a worker that has none. */
  @Override
  public Loaded read(Communicator comm) throws InterruptedException {
    long least = blocks.stream().mapToInt(Block::least).min().orElse(Integer.MAX_VALUE);
    long most = blocks.stream().mapToInt(Block::most).max().orElse(0);
    long[] lengths = {-least, most};
    comm.allReduce(lengths, Reduction.MAX);
    TaskRows all = new TaskRows(name, blocks, features, (int) lengths[1]);
    if (lengths[1] > 0 && -lengths[0] != lengths[1]) {
      throw new DataException(
          name, "vectors of different sizes, %d to %d".formatted(-lengths[0], lengths[1]));
    }
    return all.readTogether(comm);
  }

  private Loaded readTogether(Communicator comm) throws InterruptedException {
    return Source.super.read(comm);
  }

  @Override
  public Loaded read(int worker, int workers) {
    Optional<String> problem =
        blocks.stream().map(Block::problem).filter(one -> !one.isEmpty()).findFirst();
    if (problem.isPresent()) {
      throw new DataException(name, problem.get());
    }
    Report.InputCount count =
        new Report.InputCount(
            name,
            blocks.stream().mapToLong(block -> block.rows().size()).sum(),
            blocks.stream().mapToLong(Block::badLines).sum(),
            blocks.stream()
                .map(Block::firstBad)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .map(reason -> new Report.BadLine(name, 0, reason)));
    return new Loaded(
        blocks.stream().map(Block::rows).toList(), new Report(List.of(count), features), width);
  }
}
