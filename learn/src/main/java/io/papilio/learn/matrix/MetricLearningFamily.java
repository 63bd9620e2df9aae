package io.papilio.learn.matrix;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Range;
import io.papilio.learn.data.Census;
import io.papilio.learn.data.HeapSpace;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.RowSample;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.metric.Neighbours;
import io.papilio.learn.model.Learnable;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Lesson;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Distances in which examples of a class are near each other: {@link MetricLearning}. */
@AutoService(ModelFamily.class)
public final class MetricLearningFamily extends MatrixFamily {
  private static final Setting<Integer> DIMENSIONS =
      Setting.count("dimensions", "N", "32", "Dimensions of the space in which dml measures.");

  private static final Setting<Integer> PAIRS =
      Setting.count(
          "pairs",
          "N",
          "",
          "Pairs of neighbours that dml learns from, half of them of one class (default: 5 per"
              + " example).");

  private static final Setting<Double> DISSIMILAR =
      Setting.positive("dissimilar", "W", "10", "Weight of pairs of different classes in dml.");

  private static final Setting<Integer> NEIGHBOURS =
      Setting.count(
          "neighbours", "K", "5", "Nearest neighbours that tell the class of an example, for dml.");

  private static final int PAIRS_PER_EXAMPLE = 5;
  private static final int BLOCK = 10_000; // pairs
  private static final long JUDGED_SEED = 3; // a distance is judged by the same pairs each time
  // A distance is judged by as many pairs, of so many examples: 32 MB of entries at most
  private static final RowSample JUDGED = new RowSample(10_000, 1 << 22);

  public MetricLearningFamily() {
    super(
        "dml",
        "a distance in which examples of a class are near",
        Task.CLASSES,
        DIMENSIONS,
        PAIRS,
        DISSIMILAR);
  }

  @Override
  public List<Setting<?>> evaluationSettings() {
    return List.of(NEIGHBOURS);
  }

  /** Pairs are drawn at will: new ones teach more than the same ones again. */
  @Override
  public Settings usual() {
    return Settings.NONE.with("epochs", 1);
  }

  @Override
  public boolean usesReference() {
    return true;
  }

  @Override
  protected Size size(Settings settings, Census census, int features) {
    return new Size(settings.get(DIMENSIONS), features);
  }

  @Override
  protected FactorModel factors(Settings settings, int rows, int columns) {
    return new MetricLearning(rows, columns, settings.get(DISSIMILAR));
  }

  @Override
  public Sample sample(long seed) {
    return new Sample(new ClassesGenerator(seed), 20_000, 5_000);
  }

  @Override
  public Model model(Learned learned) {
    return new DistanceModel(this, learned);
  }

  @Override
  public Learnable learnable(Lesson lesson) {
    return new MatrixLearnable(lesson) {
      /** A worker makes pairs of its own examples. */
      @Override
      public List<RowBlock> lessons(List<RowBlock> examples, int worker, int workers) {
        Shard shard = Shard.of(inMemory(examples));
        int count =
            lesson
                .settings()
                .given(PAIRS)
                .map(all -> Range.part(all, workers, worker).length())
                .orElseGet(() -> Math.toIntExact(PAIRS_PER_EXAMPLE * shard.size()));
        HeapSpace.require(count + " pairs of examples need", Differences.bytes(shard, count), 1);
        return pairs(shard, lesson.seed() + worker, Range.of(count));
      }

      @Override
      public List<RowBlock> judged(Communicator comm, List<RowBlock> examples) {
        return MetricLearningFamily.judged(comm, examples);
      }
    };
  }

  /** Pairs are of any two examples, so they are not read one by one from a disk. */
  private static List<SparseRows> inMemory(List<RowBlock> examples) {
    long bytes =
        examples.stream()
            .filter(block -> !(block instanceof SparseRows))
            .mapToLong(block -> RowBlock.bytes(block.size(), block.entries()))
            .sum();
    HeapSpace.require("the examples of dml need", bytes, 1);
    return examples.stream().map(RowBlock::rows).toList();
  }

  /** A worker's part of the pairs, which are the same however many workers there are. */
  private static List<RowBlock> judged(Communicator comm, List<? extends RowBlock> examples) {
    SparseRows all = JUDGED.of(comm, examples);
    Range own = Range.part(all.size(), comm.size(), comm.rank());
    return pairs(Shard.of(List.of(all)), JUDGED_SEED, own);
  }

  /**
   * Examples of one class have no pairs that differ: a worker that has no others learns nothing.
   */
  private static List<RowBlock> pairs(Shard examples, long seed, Range numbers) {
    boolean isOneClass =
        LongStream.range(0, examples.size())
                .mapToObj(i -> examples.block(i).label(examples.row(i)))
                .distinct()
                .limit(2)
                .count()
            < 2;
    if (isOneClass) {
      return List.of();
    }
    Differences differences = new Differences(examples, seed);
    return IntStream.range(0, (numbers.length() + BLOCK - 1) / BLOCK)
        .map(i -> i * BLOCK)
        .<RowBlock>mapToObj(
            i -> differences.rows(numbers.from() + i, Math.min(BLOCK, numbers.length() - i)))
        .toList();
  }

  /** A distance: a row is projected, and near those of its class. */
  private static final class DistanceModel extends MatrixModel {
    private static final int FOLDS = 10;

    DistanceModel(MatrixFamily family, Learned learned) {
      super(family, learned);
    }

    @Override
    public List<String> outputs() {
      return List.of("projection");
    }

    @Override
    public double[] predict(String output, SparseRows rows, int row) {
      requireOutput(output);
      float[] point = new float[learned().rows()];
      matrix().times(rows, row, point);
      return doubles(point);
    }

    @Override
    public Evaluation evaluation() {
      return new PairLoss();
    }

    @Override
    public Evaluation evaluation(Settings settings, Shard reference) {
      int count = settings.get(NEIGHBOURS);
      return new PairLoss() {
        @Override
        public MetricValues metrics(Communicator comm) {
          Shard rows = Shard.of(examples());
          double accuracy =
              reference.size() > 0 ? accuracy(rows, reference, count) : accuracy(rows, count);
          return super.metrics(comm).with("accuracy", accuracy);
        }
      };
    }

    /** The mean loss of pairs of the examples of all workers. */
    private class PairLoss implements Evaluation {
      private final List<SparseRows> blocks = new ArrayList<>();

      List<SparseRows> examples() {
        return blocks;
      }

      @Override
      public void add(SparseRows rows) {
        blocks.add(rows);
      }

      @Override
      public void add(SparseRows rows, int row) {
        throw new IllegalArgumentException("pairs are made of whole blocks of examples");
      }

      @Override
      public MetricValues metrics(Communicator comm) {
        Evaluation losses = DistanceModel.super.evaluation();
        judged(comm, blocks).forEach(block -> losses.add(block.rows()));
        return losses.metrics(comm);
      }
    }

    private double accuracy(Shard rows, Shard known, int count) {
      return new Neighbours(projected(known, all(known)), classes(known, all(known)), count)
          .accuracy(projected(rows, all(rows)), classes(rows, all(rows)));
    }

    /** How often that is so among themselves, where each tenth is told by the others. */
    private double accuracy(Shard rows, int count) {
      int folds = (int) Math.min(FOLDS, rows.size());
      double right = 0;
      for (int fold = 0; fold < folds; fold++) {
        int own = fold;
        int[] asked = Arrays.stream(all(rows)).filter(i -> i % folds == own).toArray();
        int[] others = Arrays.stream(all(rows)).filter(i -> i % folds != own).toArray();
        right +=
            asked.length
                * new Neighbours(projected(rows, others), classes(rows, others), count)
                    .accuracy(projected(rows, asked), classes(rows, asked));
      }
      return right / rows.size();
    }

    private static int[] all(Shard rows) {
      return IntStream.range(0, Math.toIntExact(rows.size())).toArray();
    }

    private float[] projected(Shard rows, int[] numbers) {
      int dimensions = learned().rows();
      float[] points = new float[Matrix.length(dimensions, Math.max(1, numbers.length))];
      float[] point = new float[dimensions];
      for (int i = 0; i < numbers.length; i++) {
        matrix().times(rows.block(numbers[i]), rows.row(numbers[i]), point);
        System.arraycopy(point, 0, points, i * dimensions, dimensions);
      }
      return points;
    }

    private static int[] classes(Shard rows, int[] numbers) {
      return IntStream.of(numbers).map(i -> (int) rows.block(i).label(rows.row(i))).toArray();
    }

    @Override
    protected String columns() {
      return "a feature, with a value for each dimension";
    }

    @Override
    public String toString() {
      return "a metric of %d features in %d dimensions"
          .formatted(learned().columns(), learned().rows());
    }
  }
}
