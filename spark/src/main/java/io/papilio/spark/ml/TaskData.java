package io.papilio.spark.ml;

import io.papilio.learn.data.Features;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Source;
import io.papilio.learn.job.TrainingData;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFile;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.spark.ml.RowBlocks.Block;
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
    return new TaskRows(name, List.copyOf(blocks.tailMap(0L).values()), features).read(comm);
  }

  @Override
  public Source.Loaded tests(Communicator comm, Features asLearned, Loading loading)
      throws InterruptedException {
    List<Block> tests = List.copyOf(blocks.headMap(0L).values());
    return new TaskRows("the test data", tests, asLearned).read(comm);
  }

  @Override
  public Optional<Model> from(TrainingSpec spec) {
    return from.length == 0 ? Optional.empty() : Optional.of(ModelFile.of(from));
  }
}
