package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.optimize.Snapshot;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlyStopTest {
  /** Ends at the evaluation with this number, and gives back the weights of that one. */
  @ParameterizedTest
  @CsvSource({
    "1, 5 4 3 3 1, 4, 3",
    "2, 5 4 4 3 4 4 1, 6, 4",
    "3, 5 4 3 3 4 5 1, 6, 3",
    "3, 5 4 3 3 4 2 9 9 9 1, 9, 6",
    "1, NaN 3, 1, 0",
    "2, NaN 3 4 NaN 1, 4, 2"
  })
  void shouldEndAfterSoManyEvaluationsWithoutANewLowest(
      int patience, String losses, int end, int best) {
    String[] all = losses.split(" ");
    for (int saved = 0; saved <= end; saved++) { // goes on from a snapshot at any time
      EarlyStop stop = new EarlyStop(patience);
      int at = 0;
      boolean goesOn = true;
      while (goesOn) {
        if (at == saved) {
          Snapshot snapshot = new Snapshot("some");
          stop.save(snapshot);
          stop = new EarlyStop(patience);
          stop.load(snapshot);
        }
        float[] weights = {at + 1, 7};
        goesOn = stop.goesOn(Double.parseDouble(all[at++]), weights);
        Arrays.fill(weights, -1); // goes on learning
      }
      assertEquals(end, at);
      float[] weights = {9, 9};
      stop.restore(weights);
      assertArrayEquals(best == 0 ? new float[] {9, 9} : new float[] {best, 7}, weights);
    }
  }

  @Test
  void shouldNeverEndWithoutPatience() {
    EarlyStop never = new EarlyStop(0);
    for (int i = 0; i < 100; i++) {
      assertTrue(never.goesOn(i, new float[] {i}));
    }
    float[] weights = {5};
    never.restore(weights);
    assertEquals(5, weights[0]);
    assertThrows(IllegalArgumentException.class, () -> new EarlyStop(-1));
  }
}
