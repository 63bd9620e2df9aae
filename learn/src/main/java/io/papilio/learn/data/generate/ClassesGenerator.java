package io.papilio.learn.data.generate;

import io.papilio.learn.data.Generator;
import io.papilio.learn.data.RowsBuilder;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Texts of several classes, all equally likely, with the labels 0, 1, 2, ... Each class has its own
 * favourite words; half of a text is of those, half of words that all classes use.
 *
 * <pre>
 *   words      a  b  c  d  e  f  g  h      by frequency, the most frequent first:
 *   all        a  b  c  d  e  f  g  h
 *   class 0    c  d  e  f  g  h  a  b      a class begins with words of its own, and may use any
 *   class 1    e  f  g  h  a  b  c  d
 *   class 2    g  h  a  b  c  d  e  f
 * </pre>
 *
 * Values grow with the logarithm of a word's count; rows have length 1.
 */
public final class ClassesGenerator implements Generator {
  public static final int CLASSES = 10;
  public static final int FEATURES = 10_000;

  public static final int NON_ZEROS = 40;

  private static final double OWN = 0.5;

  private final long seed;
  private final int classes;
  private final Zipf zipf;
  private final int[] words; // by rank
  private final float[] worth; // by feature: all the same

  public ClassesGenerator(long seed) {
    this(seed, CLASSES, FEATURES);
  }

  public ClassesGenerator(long seed, int classes, int features) {
    if (classes < 1 || features < classes) {
      throw new IllegalArgumentException("%d classes, %d features".formatted(classes, features));
    }
    this.seed = seed;
    this.classes = classes;
    this.zipf = new Zipf(features);
    this.words = Draws.permutation(Draws.ofAll(seed), features);
    this.worth = new float[features];
    Arrays.fill(worth, 1);
  }

  @Override
  public int features() {
    return words.length;
  }

  @Override
  public SparseRows rows(long from, int count) {
    WordBag bag = new WordBag();
    return Draws.rows(seed, from, count, (random, row) -> draw(random, row, bag));
  }

  private float draw(SplittableRandom random, RowsBuilder row, WordBag bag) {
    int label = Draws.below(random, classes);
    int begin = (int) ((label + 1L) * words.length / (classes + 1));
    int length = NON_ZEROS / 2 + Draws.below(random, NON_ZEROS + 5);
    for (int i = 0; i < length; i++) {
      int rank = zipf.draw(random);
      boolean own = Draws.unit(random) < OWN;
      bag.add(words[own ? (rank + begin) % words.length : rank]);
    }
    bag.addTo(row, worth);
    return label;
  }
}
