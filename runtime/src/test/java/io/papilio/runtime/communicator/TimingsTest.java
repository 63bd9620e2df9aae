package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingsTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "9, 1", "10, 2", "11, 2", "19, 2", "20, 3", "101, 11"})
  void shouldGiveTheLowerDecile(int rounds, double decile) {
    Timings timings = new Timings();
    for (int round = rounds; round > 0; round--) {
      timings.add(new double[] {1000, round});
    }
    assertEquals(decile, timings.usual(1));
    assertEquals(1000, timings.usual(0));
  }

  /** One had its turn in a moment of luck, both were slow for a while. */
  @Test
  void shouldNotFallForMomentsOfLuckNorForSecondsOfBadLuck() {
    Timings timings = new Timings();
    for (int round = 0; round < 20; round++) {
      double[] nanos = new double[2];
      nanos[0] = round == 7 ? 20 : round < 17 ? 180 : 60;
      nanos[1] = round < 17 ? 150 : 50;
      timings.add(nanos);
    }
    assertEquals(60, timings.usual(0));
    assertEquals(50, timings.usual(1));
  }
}
