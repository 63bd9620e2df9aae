package io.papilio.examples;

import io.papilio.core.topology.Topologies;
import io.papilio.learn.data.Shard;
import io.papilio.learn.data.SparseRows;
import io.papilio.learn.matrix.Batch;
import io.papilio.learn.matrix.FactorModel;
import io.papilio.learn.matrix.FactorSgd;
import io.papilio.learn.matrix.FactorSync;
import io.papilio.learn.matrix.Factors;
import io.papilio.learn.matrix.Matrix;
import io.papilio.learn.matrix.Rate;
import io.papilio.runtime.comm.LocalCluster;
import io.papilio.runtime.mix.Consistency;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A matrix model of your own: who likes what, from some ratings. Users and items are columns of one
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
 * A row of the data has two features, the user's column and the item's; its label is the rating.
 */
public final class Ratings implements FactorModel {
  private static final int USERS = 60;
  private static final int ITEMS = 45;
  private static final int RANK = 3;
  private static final double NOISE = 0.1;

  private final float[] user = new float[RANK];
  private final float[] item = new float[RANK];

  @Override
  public int rows() {
    return RANK;
  }

  @Override
  public int columns() {
    return USERS + ITEMS;
  }

  @Override
  public void computeFactors(Batch batch, Matrix matrix, Factors factors) {
    for (int i = 0; i < batch.size(); i++) {
      SparseRows rows = batch.rows(i);
      int row = batch.row(i);
      float e = rows.weight(row) * error(rows, row, matrix);
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

  /** Leaves the two columns in {@code user} and {@code item}. */
  private float error(SparseRows rows, int row, Matrix matrix) {
    int first = rows.start(row);
    matrix.column(rows.indices()[first], user);
    matrix.column(rows.indices()[first + 1], item);
    return matrix.dot(rows.indices()[first], item) - rows.label(row);
  }

  @Override
  public double loss(SparseRows rows, int row, Matrix matrix) {
    double e = error(rows, row, matrix);
    return e * e / 2;
  }

  /** Not zero: there the gradient is zero, too. */
  @Override
  public void start(Matrix matrix, SplittableRandom random) {
    for (int column = 0; column < columns(); column++) {
      for (int j = 0; j < RANK; j++) {
        user[j] = (float) (0.3 * random.nextGaussian());
      }
      matrix.setColumn(column, user);
    }
  }

  /** How far off ratings are, in the root of the mean square, that it has not learned from. */
  record Errors(double before, double after) {}

  /** Three workers learn from a third of the ratings each, and are asked about others. */
  static Errors run(Consistency consistency) {
    Matrix truth = new Matrix(RANK, USERS + ITEMS);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < truth.values().length; i++) {
      truth.values()[i] = (float) random.nextGaussian();
    }
    Shard known = Shard.of(List.of(ratings(truth, 1500, random)));
    SparseRows asked = ratings(truth, 500, random);

    Ratings model = new Ratings();
    float[] first = new float[Matrix.length(model.rows(), model.columns())];
    model.start(Matrix.of(model, first), random);
    float[] learned = first.clone();
    FactorSync sync = new FactorSync.Broadcast(Topologies.named("complete"), consistency);
    Rate rate = new Rate(Rate.Kind.CONSTANT, 0.5);
    FactorSgd sgd = new FactorSgd(Ratings::new, 30, 4, rate, 1, sync, 1);
    LocalCluster.run(
        3,
        comm -> {
          float[] weights = first.clone(); // all begin at the same, and end at the same
          Shard own = known.part(comm.size(), comm.rank());
          sgd.run(comm, own, weights, (examples, now) -> true);
          if (comm.rank() == 0) {
            System.arraycopy(weights, 0, learned, 0, weights.length);
          }
        });
    return new Errors(model.rootMeanSquare(asked, first), model.rootMeanSquare(asked, learned));
  }

  private double rootMeanSquare(SparseRows ratings, float[] weights) {
    Matrix matrix = Matrix.of(this, weights);
    double sum = 0;
    for (int row = 0; row < ratings.size(); row++) {
      sum += 2 * loss(ratings, row, matrix);
    }
    return Math.sqrt(sum / ratings.size());
  }

  /** Of users and items at random: what they are in truth, and noise. */
  private static SparseRows ratings(Matrix truth, int count, SplittableRandom random) {
    int[] starts = new int[count + 1];
    int[] columns = new int[2 * count];
    float[] ones = new float[2 * count];
    float[] labels = new float[count];
    float[] item = new float[RANK];
    for (int i = 0; i < count; i++) {
      columns[2 * i] = random.nextInt(USERS);
      columns[2 * i + 1] = USERS + random.nextInt(ITEMS);
      ones[2 * i] = 1;
      ones[2 * i + 1] = 1;
      starts[i + 1] = 2 * i + 2;
      truth.column(columns[2 * i + 1], item);
      labels[i] = truth.dot(columns[2 * i], item) + (float) (NOISE * random.nextGaussian());
    }
    return new SparseRows(starts, columns, ones, labels);
  }

  public static void main(String[] args) {
    for (String consistency : List.of("bsp", "ssp:1")) {
      Errors errors = run(Consistency.parse(consistency));
      System.out.printf(
          "%-5s  error %.3f before, %.3f after; the noise is %.1f%n",
          consistency, errors.before(), errors.after(), NOISE);
    }
  }
}
