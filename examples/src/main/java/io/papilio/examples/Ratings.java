package io.papilio.examples;

import com.google.auto.service.AutoService;
import io.papilio.learn.Papilio;
import io.papilio.learn.data.Census;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.Factors;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.MatrixFamily;
import io.papilio.learn.matrix.MatrixModel;
import io.papilio.learn.metric.Evaluation;
import io.papilio.learn.metric.MetricValues;
import io.papilio.learn.metric.WeightedMeans;
import io.papilio.learn.model.Learned;
import io.papilio.learn.model.Model;
import io.papilio.learn.model.ModelFamily;
import io.papilio.learn.optimize.Batch;
import io.papilio.learn.setting.Setting;
import io.papilio.learn.setting.Settings;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A model family of your own: who likes what, from some ratings. Users and items are columns of one
 * matrix, and a rating is about the product of two of them.
 *
 * <pre>
 *            users         items
 *   W   | . | a | . |  . | b | . | . |      loss = ½ e²,  e = a·b − rating
 *
 *   gradient   e b at the user's column, e a at the item's: two outer products u vᵀ,
 *              each v with a single 1
 * </pre>
 *
 * <p>A row of the data has two features, the user's column and the item's; its label is the rating.
 * This file is all there is: with its jar on the class path {@code papilio train --model ratings},
 * {@code predict}, {@code eval}, Java programs and Spark know the family.
 */
@AutoService(ModelFamily.class)
public final class Ratings extends MatrixFamily {
  private static final String NAME = "ratings";
  private static final String RATING = "rating";

  private static final Setting<Integer> RANK =
      Setting.count("rank", "K", "3", "Number of tastes that users and items of ratings have.");

  public Ratings() {
    super(NAME, "who likes what", Task.NUMBERS, RANK);
  }

  @Override
  public Settings usual() {
    return Settings.NONE
        .with("epochs", 30)
        .with("batch", 4)
        .with("rate", 0.5)
        .with("schedule", "constant");
  }

  @Override
  protected Size size(Settings settings, Census census, int features) {
    return new Size(settings.get(RANK), features);
  }

  @Override
  protected FactorModel factors(Settings settings, int rows, int columns) {
    return new Tastes(rows, columns);
  }

  @Override
  public Model model(Learned learned) {
    return new RatingModel(this, learned);
  }

  @Override
  public Sample sample(long seed) {
    return new Sample(new MadeUpRatings(seed), 1500, 500);
  }

  /** The loss and its gradient, for one thread. */
  private static final class Tastes implements FactorModel {
    private final int columns;
    private final float[] user;
    private final float[] item;

    Tastes(int rank, int columns) {
      this.columns = columns;
      this.user = new float[rank];
      this.item = new float[rank];
    }

    @Override
    public int rows() {
      return user.length;
    }

    @Override
    public int columns() {
      return columns;
    }

    @Override
    public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
      for (int i = 0; i < batch.size(); i++) {
        SparseRows rows = batch.rows(i);
        int row = batch.row(i);
        float e = rows.weight(row) * (rating(rows, row, matrix) - rows.label(row));
        int first = rows.start(row);
        add(factors, rows.indices()[first], e, item);
        add(factors, rows.indices()[first + 1], e, user);
      }
    }

    private static void add(Factors factors, int column, float e, float[] other) {
      factors.u().add(other);
      factors.v().entry(column, e);
      factors.v().end();
    }

    /** Leaves the two columns in {@code user} and {@code item}; who is not known likes nothing. */
    float rating(SparseRows rows, int row, Matrix matrix) {
      int first = rows.start(row);
      int count = rows.end(row) - first;
      if (count != 2) {
        throw new IllegalArgumentException(
            "a rating has two features, a user and an item, not " + count);
      }
      int one = rows.indices()[first];
      int other = rows.indices()[first + 1];
      if (Math.max(one, other) >= columns) {
        return 0;
      }
      matrix.column(one, user);
      matrix.column(other, item);
      return matrix.dot(one, item);
    }

    @Override
    public double loss(SparseRows rows, int row, Matrix matrix) {
      double e = rating(rows, row, matrix) - rows.label(row);
      return e * e / 2;
    }

    /** Not zero: there the gradient is zero, too. */
    @Override
    public void start(Matrix matrix, SplittableRandom random) {
      for (int column = 0; column < columns; column++) {
        for (int j = 0; j < user.length; j++) {
          user[j] = (float) (0.3 * random.nextGaussian());
        }
        matrix.setColumn(column, user);
      }
    }
  }

  /** What was learned: it predicts ratings, and is judged by how far off they are. */
  private static final class RatingModel extends MatrixModel {
    RatingModel(MatrixFamily family, Learned learned) {
      super(family, learned);
    }

    @Override
    public List<String> outputs() {
      return List.of(RATING);
    }

    @Override
    public double[] predict(String output, SparseRows rows, int row) {
      requireOutput(output);
      return new double[] {((Tastes) factors()).rating(rows, row, matrix())};
    }

    @Override
    public Evaluation evaluation() {
      return new WeightedMeans(
          1,
          (rows, row) -> new double[] {factors().loss(rows, row, matrix())},
          means -> MetricValues.loss(means[0]).with("rmse", Math.sqrt(2 * means[0])));
    }
  }

  /** Ratings of users and items at random: the product of what they are in truth, and noise. */
  record MadeUpRatings(long seed) implements Generator {
    static final double NOISE = 0.1;

    private static final int USERS = 60;
    private static final int ITEMS = 45;
    private static final int TASTES = 3;

    @Override
    public int features() {
      return USERS + ITEMS;
    }

    private float[][] truth() {
      SplittableRandom random = new SplittableRandom(seed);
      float[][] columns = new float[features()][TASTES];
      for (float[] column : columns) {
        for (int j = 0; j < TASTES; j++) {
          column[j] = (float) random.nextGaussian();
        }
      }
      return columns;
    }

    @Override
    public SparseRows rows(long from, int count) {
      float[][] truth = truth();
      RowsBuilder rows = new RowsBuilder();
      for (long number = from; number < from + count; number++) {
        SplittableRandom random = new SplittableRandom(31 * seed + number + 1);
        int user = random.nextInt(USERS);
        int item = USERS + random.nextInt(ITEMS);
        double rating = NOISE * random.nextGaussian();
        for (int j = 0; j < TASTES; j++) {
          rating += truth[user][j] * truth[item][j];
        }
        rows.add(user, 1);
        rows.add(item, 1);
        rows.endRow((float) rating, 1);
      }
      return rows.build();
    }
  }

  /** Three workers learn, all in step and not quite, and are asked about other ratings. */
  public static void main(String[] args) {
    for (String consistency : List.of("bsp", "ssp:1")) {
      TrainingResult result =
          Papilio.train(NAME).workers(3).sync("factors").consistency(consistency).run();
      System.out.printf(
          "%-5s  error %.3f; the noise is %.1f%n",
          consistency, result.metrics().get("rmse"), MadeUpRatings.NOISE);
    }
  }
}
