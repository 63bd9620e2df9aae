package io.papilio.learn.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CurvatureMemoryTest {
  private static final int LENGTH = 5;
  private final SplittableRandom random = new SplittableRandom(7);

  private double[] vector() {
    double[] vector = new double[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      vector[i] = random.nextDouble() - 0.5;
    }
    return vector;
  }

  private double[] inverse() {
    double[] inverse = vector();
    for (int i = 0; i < LENGTH; i++) {
      inverse[i] = 1 + inverse[i];
    }
    return inverse;
  }

  /** A step, and gradients whose difference points about the same way. */
  private record Pair(double[] s, double[] before, double[] after) {
    double[] y() {
      double[] y = after.clone();
      DenseKernels.addScaled(y, -1, before);
      return y;
    }
  }

  private Pair pair() {
    double[] s = vector();
    double[] before = vector();
    double[] after = before.clone();
    DenseKernels.addScaled(after, 2, s);
    DenseKernels.addScaled(after, 0.3, vector());
    return new Pair(s, before, after);
  }

  /** −H g, with H updated pair by pair as a matrix: H ← (I − s yᵀ/sy) H (I − y sᵀ/sy) + s sᵀ/sy. */
  private static double[] expected(List<Pair> pairs, double[] inverse, double[] gradient) {
    double gamma = 1;
    if (!pairs.isEmpty()) {
      Pair last = pairs.get(pairs.size() - 1);
      double scaled = 0;
      for (int i = 0; i < LENGTH; i++) {
        scaled += last.y()[i] * inverse[i] * last.y()[i];
      }
      gamma = DenseKernels.dot(last.s, last.y()) / scaled;
    }
    double[][] h = new double[LENGTH][LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      h[i][i] = gamma * inverse[i];
    }
    for (Pair pair : pairs) {
      double sy = DenseKernels.dot(pair.s, pair.y());
      double[][] left = new double[LENGTH][LENGTH];
      for (int i = 0; i < LENGTH; i++) {
        for (int j = 0; j < LENGTH; j++) {
          left[i][j] = (i == j ? 1 : 0) - pair.s[i] * pair.y()[j] / sy;
        }
      }
      double[][] next = new double[LENGTH][LENGTH];
      for (int i = 0; i < LENGTH; i++) {
        for (int j = 0; j < LENGTH; j++) {
          next[i][j] = pair.s[i] * pair.s[j] / sy;
          for (int k = 0; k < LENGTH; k++) {
            for (int m = 0; m < LENGTH; m++) {
              next[i][j] += left[i][k] * h[k][m] * left[j][m];
            }
          }
        }
      }
      h = next;
    }
    double[] direction = new double[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      direction[i] = -DenseKernels.dot(h[i], gradient);
    }
    return direction;
  }

  private static double[] direction(CurvatureMemory memory, double[] gradient) {
    double[] direction = new double[LENGTH];
    memory.direction(gradient, direction);
    return direction;
  }

  @Test
  void shouldBeTheMatrixOfTheLastPairs() {
    for (int room : new int[] {1, 2, 3, 4, 7}) {
      double[] inverse = inverse();
      CurvatureMemory memory = new CurvatureMemory(room, inverse);
      List<Pair> last = new ArrayList<>();
      for (int added = 0; added < 11; added++) {
        double[] gradient = vector();
        double[] expected = expected(last, inverse, gradient);
        assertArrayEquals(expected, direction(memory, gradient), 1e-9, added + " of " + room);
        Pair pair = pair();
        memory.add(pair.s, pair.before, pair.after);
        last.add(pair);
        if (last.size() > room) {
          last.remove(0);
        }
      }
    }
  }

  /** A step along which the gradient did not grow: what was known before is known after. */
  @Test
  void shouldForgetNothingForAPairThatTellsNothing() {
    for (int room : new int[] {1, 2, 3}) {
      for (int added = 0; added < 2 * room + 1; added++) {
        CurvatureMemory memory = new CurvatureMemory(room, inverse());
        for (int i = 0; i < added; i++) {
          Pair pair = pair();
          memory.add(pair.s, pair.before, pair.after);
        }
        double[] gradient = vector();
        double[] before = direction(memory, gradient);
        Pair bad = pair();
        memory.add(bad.s, bad.after, bad.before); // downwards
        memory.add(bad.s, bad.after, bad.after); // not at all
        memory.add(new double[] {Double.NaN, 0, 0, 0, 0}, bad.before, bad.after);
        assertArrayEquals(before, direction(memory, gradient), added + " pairs of " + room);
      }
    }
  }

  @Test
  void shouldBeRestoredAsItWas() {
    for (int room : new int[] {1, 2, 3}) {
      for (int added = 0; added < 2 * room + 1; added++) {
        CurvatureMemory memory = new CurvatureMemory(room, inverse());
        for (int i = 0; i < added; i++) {
          Pair pair = pair();
          memory.add(pair.s, pair.before, pair.after);
        }
        Snapshot snapshot = memory.saveTo(new Snapshot("x"));
        assertEquals(Math.min(added, room), snapshot.whole("pairs"));
        CurvatureMemory restored = new CurvatureMemory(room, snapshot);
        for (int more = 0; more < room + 1; more++) {
          double[] gradient = vector();
          assertArrayEquals(direction(memory, gradient), direction(restored, gradient));
          Pair pair = pair();
          memory.add(pair.s, pair.before, pair.after);
          restored.add(pair.s, pair.before, pair.after);
        }
      }
    }
  }
}
