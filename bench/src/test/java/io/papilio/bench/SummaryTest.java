package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.papilio.bench.Summary.Figure;
import io.papilio.bench.Summary.Point;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SummaryTest {

  private static Row row(int ranks, int round, int length, double min, double median) {
    OptionalDouble predicted = OptionalDouble.of(5);
    return new Row("shm", ranks, round, new Timing(length, min, median, predicted, round != 2));
  }

  @Test
  void shouldTakeTheBestOfAllRoundsAndTheMedianOfMedians() {
    Summary summary =
        new Summary(
            List.of(
                row(2, 0, 100, 3, 9),
                row(4, 0, 100, 1, 1),
                row(2, 1, 100, 2, 7),
                row(2, 1, 1000, 1, 1),
                row(2, 2, 100, 4, 8)));
    Figure expected = new Figure(2, 8, OptionalDouble.of(5), false);
    assertEquals(Optional.of(expected), summary.figure("shm", new Point(2, 100)));
    assertEquals(Optional.empty(), summary.figure("tcp", new Point(2, 100)));
    assertEquals(Optional.empty(), summary.figure("shm", new Point(4, 1000)));
  }

  @Test
  void shouldSortPointsByRanksAndThenByLength() {
    Summary summary =
        new Summary(
            List.of(
                row(16, 0, 1, 1, 1),
                row(2, 0, 1000, 1, 1),
                row(2, 0, 3, 1, 1),
                row(2, 1, 3, 1, 1)));
    assertEquals(
        List.of(new Point(2, 3), new Point(2, 1000), new Point(16, 1)),
        List.copyOf(summary.points(List.of("shm", "gloo"))));
    assertFalse(summary.has("gloo"));
  }

  @Test
  void shouldFindTheMedianOfOneTwoAndMore() {
    assertEquals(3, Summary.median(3));
    assertEquals(2, Summary.median(3, 1));
    assertEquals(4, Summary.median(9, 1, 4));
    assertEquals(3, Summary.median(9, 1, 4, 2));
  }
}
