package io.papilio.learn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RisingLossTest {

  /** The numbers of the losses that show it, counted from 1. */
  private static List<Integer> shown(double... losses) {
    RisingLoss rising = new RisingLoss();
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < losses.length; i++) {
      if (rising.shows(losses[i])) {
        shown.add(i + 1);
      }
    }
    return shown;
  }

  @Test
  void shouldSayItOnce() {
    assertEquals(List.of(7), shown(5, 4, 6, 7, 6, 9, 8, 9, 10, 11, 12, 13, 14, 15));
    assertEquals(List.of(6), shown(1, 2, 3, 4, 5, 6));
    assertEquals(List.of(6), shown(1, 9, 8, 7, 6, 5, 4), "above for long is enough");
  }

  @Test
  void shouldSeeItRiseFromBelowWhereItBegan() {
    assertEquals(List.of(7), shown(9, 1, 2, 3, 4, 5, 6, 7, 8));
    assertEquals(List.of(7), shown(2.3, 0.4, 0.6, 0.9, 1.3, 1.8, 2.2));
    assertEquals(
        List.of(8), shown(9, 1, 2, 3, Double.NaN, 4, 5, 6, 7), "what is unknown is no fall");
  }

  @Test
  void shouldLetItGoUpAndDown() {
    assertEquals(List.of(), shown());
    assertEquals(List.of(), shown(1, 2, 3, 4, 5));
    assertEquals(List.of(), shown(5, 6, 7, 8, 9, 5, 6, 7, 8, 9, 5));
    assertEquals(List.of(), shown(9, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8), "it began higher");
    assertEquals(List.of(), shown(1, 1.001, 1.002, 1.003, 1.004, 1.005, 1.006), "hardly");
    assertEquals(List.of(), shown(1, 1.009, 1.008, 1.009, 1.007, 1.009, 1.009), "it is as good as");
    assertEquals(List.of(6), shown(1, 1.011, 1.011, 1.011, 1.011, 1.011));
  }

  @Test
  void shouldCopeWithWhatIsNoNumber() {
    double nan = Double.NaN;
    double infinite = Double.POSITIVE_INFINITY;
    assertEquals(List.of(), shown(nan, nan, nan, nan, nan, nan, nan));
    assertEquals(List.of(9), shown(nan, 1, 2, nan, 2, 2, 2, nan, 2));
    assertEquals(List.of(6), shown(1, infinite, infinite, infinite, infinite, infinite));
    assertEquals(List.of(6), shown(-1, -0.5, -0.5, -0.5, -0.5, -0.5), "losses may be negative");
  }
}
