package io.papilio.spark.ml;

import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.Source;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFile;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.spark.ml.RowBlocks.Block;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import scala.Tuple2;

/** What Spark brings to a task: blocks of rows to learn from and to judge by, in any order. */
final class TaskData implements TrainingData {
  private final Iterator<Tuple2<Long, byte[]>> packed;
  private final String name;
  private final Features features;
  private final byte[] from;
  private final TreeMap<Long, Block> blocks = new TreeMap<>(); // tests come first

  /**
   * Creates data of which nothing is read yet.
   *
   * @param name what the rows are called in messages
   * @param from the model to begin with; empty if there is none
   */
  TaskData(Iterator<Tuple2<Long, byte[]>> packed, String name, Features features, byte[] from) {
    this.packed = packed;
    this.name = name;
    this.features = features;
    this.from = from;
  }

  @Override
  public Source.Loaded rows(Communicator comm, Loading loading) throws InterruptedException {
    packed.forEachRemaining(
        one -> {
          blocks.put(one._1(), Packed.open(one._2(), Block.class));
          loading.onBlock();
        });
    return new Rows(name, blocks.tailMap(0L).values(), features).load(comm);
  }

  @Override
  public Source.Loaded tests(Communicator comm, Features asLearned, Loading loading)
      throws InterruptedException {
    return new Rows("the test data", blocks.headMap(0L).values(), asLearned).load(comm);
  }

  @Override
  public Optional<Model> from(TrainingSpec spec) {
    return from.length == 0 ? Optional.empty() : Optional.of(ModelFile.of(from));
  }

  /** The rows of this task, which Spark has dealt out already. */
  private record Rows(String name, Collection<Block> blocks, Features features) {

    /** Vectors have one length, also those of a worker that has none. */
    Source.Loaded load(Communicator comm) throws InterruptedException {
      long least = blocks.stream().mapToInt(Block::least).min().orElse(Integer.MAX_VALUE);
      long most = blocks.stream().mapToInt(Block::most).max().orElse(0);
      long[] lengths = {-least, most};
      comm.allReduce(lengths, Reduction.MAX);
      int width = (int) lengths[1];
      if (width > 0 && -lengths[0] != width) {
        throw new DataException(
            name, "vectors of different sizes, %d to %d".formatted(-lengths[0], width));
      }
      Source own = (worker, workers) -> loaded(width);
      return own.read(comm);
    }

    private Source.Loaded loaded(int width) {
      for (Block block : blocks) {
        if (!block.problem().isEmpty()) {
          throw new DataException(name, block.problem());
        }
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
      return new Source.Loaded(
          blocks.stream().<RowBlock>map(Block::rows).toList(),
          new Report(List.of(count), features),
          width);
    }
  }
}
