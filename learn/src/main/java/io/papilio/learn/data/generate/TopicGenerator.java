package io.papilio.learn.data.generate;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Texts on one of two topics, like those of Reuters' RCV1: many features of which few are frequent,
 * some 75 words a text, tf-idf values, rows of length 1, labels −1 and +1, half of each.
 *
 * <pre>
 *   words by frequency    a  b | c  d | e  f | g  h | ...
 *   a third of the pairs  .  .   -  +   .  .   +  -         tells the topics apart
 * </pre>
 *
 * A text leans to one of the topics, more or less: of a telling pair it uses the one word more
 * often than the other. Telling words have true weights of their sign, the others have none; the
 * label follows the true margin by a logistic, and some are wrong for no reason at all. The best
 * that can be known of the labels is about 0.965 of them; a linear model of 20,000 rows gets about
 * 0.95 right.
 */
public final class TopicGenerator implements Generator {
  public static final int ROWS = 20_000;

  public static final int FEATURES = 47_236;

  public static final int NON_ZEROS = 75;
  private static final double TELLING = 1 / 3.0; // the share of words in telling pairs
  // how far texts lean at least, where 1 is never to use a word of the other topic
  private static final double LEAST_LEAN = 0.45;
  // from the sum of weighted values of a unit row to a margin of which a logistic is sure
  private static final double STEEPNESS = 12;
  private static final double WRONG = 0.03; // labels that are the opposite of what they should be

  private final long seed;
  private final int shortest;
  private final double further;
  private final Zipf zipf;
  private final int[] features; // by rank, so that frequent ones lie all over the place
  private final float[] idf; // by feature
  private final float[] truth; // by feature

  public TopicGenerator(long seed) {
    this(seed, FEATURES, NON_ZEROS);
  }

  /** With about so many non-zeros a row, if there are many times as many features. */
  public TopicGenerator(long seed, int features, int nonZeros) {
    if (features < 2 || nonZeros < 1) {
      throw new IllegalArgumentException("%d features, %d non-zeros".formatted(features, nonZeros));
    }
    double words = 1.05 * nonZeros; // some come twice
    this.seed = seed;
    this.shortest = (int) (words / 4);
    this.further = words - shortest;
    this.zipf = new Zipf(features);
    SplittableRandom random = Draws.ofAll(seed);
    this.features = Draws.permutation(random, features);
    this.idf = new float[features];
    this.truth = new float[features];
    for (int rank = 0; rank < features; rank++) {
      double missing = StrictMath.exp(-zipf.probability(rank) * words);
      idf[this.features[rank]] = (float) -StrictMath.log(1 - missing);
    }
    for (int rank = 0; rank + 1 < features; rank += 2) {
      boolean telling = rank == 0 || Draws.unit(random) < TELLING;
      boolean first = random.nextLong() < 0;
      double strength = STEEPNESS * (0.5 + Draws.unit(random));
      truth[this.features[rank]] = (float) (telling ? first ? strength : -strength : 0);
      truth[this.features[rank + 1]] = -truth[this.features[rank]];
    }
  }

  @Override
  public int features() {
    return features.length;
  }

  @Override
  public SparseRows rows(long from, int count) {
    WordBag bag = new WordBag();
    return Draws.rows(
        seed,
        from,
        count,
        (random, row) -> {
          fill(bag, random);
          bag.addTo(row, idf);
          boolean positive = Draws.unit(random) < Draws.logistic(margin(row));
          boolean wrong = Draws.unit(random) < WRONG;
          return positive ^ wrong ? 1 : -1;
        });
  }

  /** The true weights: no others predict the labels better. */
  float[] truth() {
    return Arrays.copyOf(truth, truth.length);
  }

  private void fill(WordBag bag, SplittableRandom random) {
    int length = Math.max(1, shortest + (int) Math.rint(further * Draws.exponential(random)));
    double lean = LEAST_LEAN + (1 - LEAST_LEAN) * Draws.unit(random);
    double positive = random.nextLong() < 0 ? (1 + lean) / 2 : (1 - lean) / 2;
    for (int i = 0; i < length; i++) {
      int rank = zipf.draw(random);
      int feature = features[rank];
      if (truth[feature] != 0 && truth[feature] > 0 != Draws.unit(random) < positive) {
        feature = features[rank ^ 1]; // its pair
      }
      bag.add(feature);
    }
  }

  private double margin(RowsBuilder rows) {
    double margin = 0;
    for (int i = 0; i < rows.entriesOfRow(); i++) {
      margin += rows.value(i) * (double) truth[rows.index(i)];
    }
    return margin;
  }
}
