package io.papilio.learn.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.linear.Loss;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private static Scores scores(float[] margins, int... labels) {
    Scores scores = new Scores();
    for (int i = 0; i < margins.length; i++) {
      scores.add(margins[i], labels[i], 1);
    }
    return scores;
  }

  private static Scores random(long seed, int size, int margins, boolean weighted) {
    Random random = new Random(seed);
    Scores scores = new Scores();
    for (int i = 0; i < size; i++) {
      float margin = (random.nextInt(margins) - margins / 2) / 2f;
      float label = random.nextInt(3) == 0 ? 1 : -1;
      scores.add(margin, label, weighted ? random.nextInt(4) / 2f : 1);
    }
    return scores;
  }

  /** Over all pairs. */
  private static double roc(Scores s) {
    double won = 0;
    double all = 0;
    for (int p = 0; p < s.size(); p++) {
      for (int n = 0; n < s.size(); n++) {
        if (s.label(p) > 0 && s.label(n) < 0) {
          double pair = s.weight(p) * s.weight(n);
          all += pair;
          won += pair * (1 + Math.signum(s.margin(p) - s.margin(n))) / 2;
        }
      }
    }
    return won / all;
  }

  /** For each positive: who is at least as high? */
  private static double averagePrecision(Scores s) {
    double sum = 0;
    double all = 0;
    for (int p = 0; p < s.size(); p++) {
      double positive = 0;
      double above = 0;
      for (int i = 0; i < s.size(); i++) {
        if (s.margin(i) >= s.margin(p)) {
          above += s.weight(i);
          positive += s.label(i) > 0 ? s.weight(i) : 0;
        }
      }
      if (s.label(p) > 0 && s.weight(p) > 0) {
        all += s.weight(p);
        sum += s.weight(p) * positive / above;
      }
    }
    return sum / all;
  }

  @Property
  void shouldEqualWhatAllPairsGive(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int size,
      @ForAll @IntRange(min = 1, max = 80) int margins,
      @ForAll boolean weighted) {
    Scores scores = random(seed, size, margins, weighted);
    scores.add(0, 1, 1);
    scores.add(0.5f, -1, 1);
    Metrics metrics = Metrics.of(scores, Loss.LOGISTIC::value);
    assertEquals(roc(scores), metrics.auRoc(), 1e-12);
    assertEquals(averagePrecision(scores), metrics.auPrc(), 1e-12);
  }

  private static Scores together(Scores... parts) {
    Scores all = new Scores();
    for (Scores part : parts) {
      for (int i = 0; i < part.size(); i++) {
        all.add(part.margin(i), part.label(i), part.weight(i));
      }
    }
    return all;
  }

  @Property
  void shouldNotCareForOrderOrParts(@ForAll long seed, @ForAll @IntRange(max = 50) int size) {
    Scores first = random(seed, size, 9, true);
    Scores second = random(seed + 1, 50 - size, 9, true);
    first.add(0, 1, 1);
    second.add(0, -1, 1);
    Scores forth = together(first, second);
    Scores back = together(second, first);
    Metrics metrics = Metrics.of(forth, Loss.HINGE::value);
    assertEquals(metrics, Metrics.of(back, Loss.HINGE::value)); // halves add up without rounding
    assertEquals(52, metrics.examples());
  }

  @Property
  void shouldCountAnExampleOfWeightTwoTwice(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int size) {
    Scores once = random(seed, size, 7, false);
    once.add(1, 1, 1);
    once.add(1, -1, 1);
    Scores heavy = new Scores();
    Scores twice = new Scores();
    for (int i = 0; i < once.size(); i++) {
      float weight = 1 + i % 2;
      heavy.add(once.margin(i), once.label(i), weight);
      for (int copy = 0; copy < weight; copy++) {
        twice.add(once.margin(i), once.label(i), 1);
      }
    }
    Metrics expected = Metrics.of(twice, Loss.SQUARED::value);
    Metrics metrics = Metrics.of(heavy, Loss.SQUARED::value);
    assertEquals(expected.loss(), metrics.loss(), 1e-12);
    assertEquals(expected.accuracy(), metrics.accuracy());
    assertEquals(expected.auRoc(), metrics.auRoc(), 1e-12);
    assertEquals(expected.auPrc(), metrics.auPrc(), 1e-12);
  }

  @Test
  void shouldEqualWhatWasCountedByHand() {
    // The picture of Metrics: the + at -1 wins, draws and loses; the one at 3 wins three times.
    Metrics metrics =
        Metrics.of(scores(new float[] {-2, -1, -1, 0.5f, 3}, -1, -1, 1, -1, 1), Loss.HINGE::value);
    assertEquals((1 + 0.5 + 0 + 3) / 6, metrics.auRoc(), 1e-15);
    assertEquals((1 + 2 / 4.0) / 2, metrics.auPrc(), 1e-15);
    assertEquals(3 / 5.0, metrics.accuracy(), 1e-15);
    assertEquals((0 + 0 + 2 + 1.5 + 0) / 5, metrics.loss(), 1e-15);
  }

  @Test
  void shouldKnowTheBestAndTheWorst() {
    float[] margins = {-2, -1, 1, 2};
    Metrics best = Metrics.of(scores(margins, -1, -1, 1, 1), Loss.HINGE::value);
    assertEquals(new Metrics(4, 0, 1, 1, 1), best);
    Metrics worst = Metrics.of(scores(margins, 1, 1, -1, -1), Loss.HINGE::value);
    assertEquals(0, worst.accuracy());
    assertEquals(0, worst.auRoc());
    assertEquals((1 / 3.0 + 2 / 4.0) / 2, worst.auPrc(), 1e-15);
  }

  @Test
  void shouldGiveAHalfWhereAllMarginsAreEqual() {
    Metrics metrics = Metrics.of(scores(new float[] {0, -0f, 0}, 1, -1, -1), Loss.LOGISTIC::value);
    assertEquals(0.5, metrics.auRoc());
    assertEquals(1 / 3.0, metrics.auPrc(), 1e-15);
    assertEquals(2 / 3.0, metrics.accuracy(), 1e-15); // zero is negative
    assertEquals(Math.log(2), metrics.loss(), 1e-15);
  }

  @Test
  void shouldKnowNoAreaOfOneClass() {
    for (int label : new int[] {-1, 1}) {
      Scores scores = scores(new float[] {1, 2}, label, label);
      scores.add(3, -label, 0); // of no weight
      Metrics metrics = Metrics.of(scores, Loss.LOGISTIC::value);
      assertEquals(Double.NaN, metrics.auRoc());
      assertEquals(Double.NaN, metrics.auPrc());
      assertFalse(Double.isNaN(metrics.accuracy()));
    }
  }

  @Test
  void shouldOnlyKnowTheLossOfARegression() {
    Metrics metrics = Metrics.of(scores(new float[] {1, 2}, 3, 1), Loss.SQUARED::value);
    double none = Double.NaN;
    assertEquals(new Metrics(2, (4 / 2.0 + 1 / 2.0) / 2, none, none, none), metrics);
  }

  @Test
  void shouldCountMarginsThatAreNoNumbersAsWrong() {
    Metrics metrics =
        Metrics.of(scores(new float[] {Float.NaN, -1, 1}, -1, -1, 1), Loss.HINGE::value);
    assertTrue(Double.isNaN(metrics.loss()));
    assertEquals(2 / 3.0, metrics.accuracy(), 1e-15);
    assertEquals(Double.NaN, metrics.auRoc());
    assertEquals(Double.NaN, metrics.auPrc());
  }

  @Test
  void shouldRefuseNothing() {
    Scores weightless = new Scores();
    weightless.add(1, 1, 0);
    for (Scores scores : new Scores[] {new Scores(), weightless}) {
      assertThrows(IllegalArgumentException.class, () -> Metrics.of(scores, Loss.HINGE::value));
    }
  }
}
