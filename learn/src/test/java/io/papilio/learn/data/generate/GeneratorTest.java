package io.papilio.learn.data.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.data.DataSummary;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.SparseRows;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** What holds for all of them, and what each of them promises of its rows. */
class GeneratorTest {
  private static final List<LongFunction<Generator>> ALL =
      List.of(TopicGenerator::new, ClickGenerator::new, ClassesGenerator::new);
  private static final List<Generator> SOME = ALL.stream().map(of -> of.apply(5)).toList();

  private static void assertSame(SparseRows expected, int from, SparseRows part) {
    for (int row = 0; row < part.size(); row++) {
      int other = from + row;
      assertEquals(expected.label(other), part.label(row));
      assertEquals(
          entries(expected, other), entries(part, row), "row " + other + " of all, " + row);
    }
  }

  private static List<String> entries(SparseRows rows, int row) {
    return Arrays.asList(
        Arrays.toString(Arrays.copyOfRange(rows.indices(), rows.start(row), rows.end(row))),
        Arrays.toString(Arrays.copyOfRange(rows.values(), rows.start(row), rows.end(row))));
  }

  @Property(tries = 50)
  void shouldGiveTheSameRowsInWhateverParts(
      @ForAll @IntRange(max = 2) int kind,
      @ForAll @IntRange(max = 40) int first,
      @ForAll @IntRange(max = 40) int second,
      @ForAll @LongRange(max = 1L << 40) long from) {
    Generator generator = SOME.get(kind);
    SparseRows all = generator.rows(from, first + second);
    assertEquals(first + second, all.size());
    assertSame(all, 0, generator.rows(from, first));
    assertSame(all, first, generator.rows(from + first, second));
  }

  @Test
  void shouldRepeatForASeedAndDifferForAnother() {
    for (LongFunction<Generator> of : ALL) {
      assertEquals(of.apply(1).rows(10, 20), of.apply(1).rows(10, 20));
      assertNotEquals(of.apply(1).rows(10, 20), of.apply(2).rows(10, 20));
      assertNotEquals(of.apply(1).rows(10, 20), of.apply(1).rows(11, 20));
    }
  }

  @Test
  void shouldGiveTheSameOnEveryMachine() {
    // Seen once, and to be seen everywhere: a change of it changes what everybody has measured.
    int[] expected = {1277325034, 405453596, -1856391259};
    for (int kind = 0; kind < 3; kind++) {
      SparseRows rows = SOME.get(kind).rows(1000, 1000);
      assertEquals(expected[kind], 31 * rows.hashCode() + Arrays.hashCode(rows.values()));
    }
  }

  @Test
  void shouldKeepIndicesSortedDistinctAndInRange() {
    for (Generator generator : SOME) {
      SparseRows rows = generator.rows(0, 2000);
      for (int row = 0; row < rows.size(); row++) {
        assertTrue(rows.end(row) > rows.start(row));
        int before = -1;
        for (int i = rows.start(row); i < rows.end(row); i++) {
          assertTrue(rows.indices()[i] > before);
          assertTrue(rows.values()[i] > 0 && rows.values()[i] <= 1);
          before = rows.indices()[i];
        }
        assertTrue(before < generator.features());
      }
    }
  }

  @Test
  void shouldRejectWhatIsNoRange() {
    for (Generator generator : SOME) {
      assertThrows(IllegalArgumentException.class, () -> generator.rows(-1, 1));
      assertThrows(IllegalArgumentException.class, () -> generator.rows(1, -1));
      assertEquals(0, generator.rows(1, 0).size());
    }
    assertThrows(IllegalArgumentException.class, () -> new TopicGenerator(1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new TopicGenerator(1, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> new ClickGenerator(1, 31, 0.1));
    assertThrows(IllegalArgumentException.class, () -> new ClickGenerator(1, 0, 0.1));
    assertThrows(IllegalArgumentException.class, () -> new ClickGenerator(1, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> new ClickGenerator(1, 10, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new ClassesGenerator(1, 0, 10));
    assertThrows(IllegalArgumentException.class, () -> new ClassesGenerator(1, 11, 10));
  }

  @Test
  void shouldWorkWithFewFeatures() {
    for (int features : new int[] {2, 3, 7, 64}) {
      assertTrue(new TopicGenerator(1, features, 5).rows(0, 100).features() <= features);
      assertTrue(new ClassesGenerator(1, 2, features).rows(0, 100).features() <= features);
    }
    assertTrue(new ClickGenerator(1, 1, 0.5).rows(0, 100).features() <= 2);
  }

  @Test
  void shouldWriteTextsLikeThoseOfReuters() {
    TopicGenerator generator = new TopicGenerator(3);
    DataSummary summary = DataSummary.of(List.of(generator.rows(0, TopicGenerator.ROWS)));
    assertEquals(47_236, generator.features());
    assertEquals(75, summary.lengths().mean(), 2);
    assertTrue(summary.lengths().max() > 300);
    assertTrue(summary.unitNorm());
    assertEquals(0, summary.lengths().empty());
    assertEquals(2, summary.labels().listed().size());
    assertEquals(-1, summary.labels().listed().get(0).label());
    assertEquals(10_000, summary.labels().listed().get(0).rows(), 300);
  }

  @Test
  void shouldUseWordsByAPowerLaw() {
    SparseRows rows = new TopicGenerator(3).rows(0, TopicGenerator.ROWS);
    long[] counts = new long[TopicGenerator.FEATURES];
    for (int i = 0; i < rows.entries(); i++) {
      counts[rows.indices()[i]]++;
    }
    long front = Arrays.stream(counts).limit(counts.length / 2).sum();
    assertEquals(0.5, (double) front / rows.entries(), 0.05); // frequent ones are all over
    Arrays.sort(counts);
    int last = counts.length - 1;
    assertEquals(0.35, counts[last] / 20_000.0, 0.15); // the commonest
    for (int rank : new int[] {100, 1000, 10_000}) {
      double slope = Math.log((double) counts[last - 2 * rank] / counts[last - rank]) / Math.log(2);
      assertEquals(-1, slope, 0.25, "from rank " + rank + " to twice as far");
    }
  }

  @Test
  void shouldKnowTheLabelsOfTextsUpToSomeNoise() {
    for (long seed : new long[] {1, 2, 3}) {
      TopicGenerator generator = new TopicGenerator(seed);
      SparseRows rows = generator.rows(0, 20_000);
      float[] truth = generator.truth();
      int right = 0;
      for (int row = 0; row < rows.size(); row++) {
        right += rows.dot(row, truth) * rows.label(row) > 0 ? 1 : 0;
      }
      assertEquals(0.965, right / 20_000.0, 0.006);
    }
  }

  @Test
  void shouldLetALinearModelLearnTheTopics() {
    Generator generator = new TopicGenerator(4);
    SparseRows rows = generator.rows(0, 20_000);
    SparseRows test = generator.rows(20_000, 5000);
    float[] w = new float[generator.features()];
    for (int epoch = 1; epoch <= 5; epoch++) {
      for (int row = 0; row < rows.size(); row++) {
        double y = rows.label(row);
        double step = 4.0 / epoch * y / (1 + Math.exp(y * rows.dot(row, w)));
        for (int i = rows.start(row); i < rows.end(row); i++) {
          w[rows.indices()[i]] += (float) (step * rows.values()[i]);
        }
      }
    }
    int right = 0;
    for (int row = 0; row < test.size(); row++) {
      right += test.dot(row, w) * test.label(row) > 0 ? 1 : 0;
    }
    assertEquals(0.95, right / 5000.0, 0.012);
  }

  @Test
  void shouldShowAdvertisementsOfWhichFewAreClicked() {
    for (double clicks : new double[] {0.003, ClickGenerator.CLICKS, 0.5}) {
      Generator generator = new ClickGenerator(7, 20, clicks);
      DataSummary summary = DataSummary.of(List.of(generator.rows(0, 20_000)));
      assertEquals(1 << 20, generator.features());
      assertEquals(125, summary.lengths().mean(), 0.5);
      assertEquals(new DataSummary.Values(1, 1), summary.values());
      long clicked = summary.labels().listed().get(1).rows();
      assertEquals(clicks, clicked / 20_000.0, clicks * 0.15 + 0.001);
    }
  }

  @Test
  void shouldMakeClicksDependOnTheFeatures() {
    // The share of clicks differs between rows with a frequent value and those without it.
    SparseRows rows = new ClickGenerator(7).rows(0, 50_000);
    int[] shown = new int[1 << 20];
    int[] clicked = new int[1 << 20];
    for (int row = 0; row < rows.size(); row++) {
      for (int i = rows.start(row); i < rows.end(row); i++) {
        shown[rows.indices()[i]]++;
        clicked[rows.indices()[i]] += rows.label(row) > 0 ? 1 : 0;
      }
    }
    int telling = 0;
    for (int feature = 0; feature < shown.length; feature++) {
      double expected = shown[feature] * 0.03;
      telling += Math.abs(clicked[feature] - expected) > 6 * Math.sqrt(expected + 1) ? 1 : 0;
    }
    assertTrue(telling >= 20, telling + " features tell something");
  }

  @Test
  void shouldGiveEachClassItsWords() {
    ClassesGenerator generator = new ClassesGenerator(9);
    SparseRows rows = generator.rows(0, 20_000);
    DataSummary summary = DataSummary.of(List.of(rows));
    assertEquals(ClassesGenerator.NON_ZEROS, summary.lengths().mean(), 2);
    assertTrue(summary.unitNorm());
    assertEquals(10, summary.labels().listed().size());
    for (int label = 0; label < 10; label++) {
      assertEquals(label, summary.labels().listed().get(label).label());
      assertEquals(2000, summary.labels().listed().get(label).rows(), 250);
    }
    float[][] words = wordsOfClasses(rows, generator.features());
    SparseRows test = generator.rows(20_000, 1000);
    int right = 0;
    for (int row = 0; row < test.size(); row++) {
      int best = 0;
      for (int label = 1; label < 10; label++) {
        best = test.dot(row, words[label]) > test.dot(row, words[best]) ? label : best;
      }
      right += best == test.label(row) ? 1 : 0;
    }
    assertTrue(right > 850 && right < 1000, right + " of 1000");
  }

  /** By class and feature: how much more often the class has it than all have. */
  private static float[][] wordsOfClasses(SparseRows rows, int features) {
    float[][] words = new float[10][features];
    double[] all = new double[features];
    for (int row = 0; row < rows.size(); row++) {
      for (int i = rows.start(row); i < rows.end(row); i++) {
        words[(int) rows.label(row)][rows.indices()[i]] += rows.values()[i];
        all[rows.indices()[i]] += rows.values()[i];
      }
    }
    for (float[] ofClass : words) {
      for (int i = 0; i < features; i++) {
        ofClass[i] = (float) Math.log((ofClass[i] + 0.1) / (all[i] + 1));
      }
    }
    return words;
  }
}
