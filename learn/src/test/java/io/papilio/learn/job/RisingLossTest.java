package io.papilio.learn.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.learn.job.TrainingResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RisingLossTest {

  private static Optional<String> note(Object rate, Object found, double... losses) {
    List<Point> curve = new ArrayList<>();
    for (double loss : losses) {
      curve.add(new Point(curve.size(), 0, loss, Double.NaN));
    }
    return RisingLoss.note(curve, rate, found);
  }

  @Test
  void shouldSayThatItEndedHigher() {
    String said = note(4.0, null, 9, 5, 4, 3, 5, 7, 8).orElseThrow();
    assertEquals(
        "the loss rose from 3.0000, its lowest, to 8.0000: a rate below 4.0 may help", said);
    assertTrue(note("auto", 512.0, 1, 2).orElseThrow().contains("below the 512.0 that was found"));
    assertTrue(note(1, null, 1, Double.POSITIVE_INFINITY).isPresent());
    assertTrue(note(1, null, -1, -0.5).isPresent(), "losses may be negative");
  }

  @Test
  void shouldLetItGoUpAndDown() {
    assertEquals(Optional.empty(), note(1, null));
    assertEquals(Optional.empty(), note(1, null, 9, 4, 3.00, 3.02, 3.01));
    assertEquals(Optional.empty(), note(1, null, 1, 5, 5, 5, 5, 5, 5, 1), "it came down again");
    assertEquals(Optional.empty(), note(1, null, 1, 1.1));
    assertTrue(note(1, null, 1, 1.11).isPresent());
  }

  @Test
  void shouldBlameNoRateWhereThereIsNone() {
    assertEquals(Optional.empty(), note(null, null, 1, 2, 3));
  }

  @Test
  void shouldNotJudgeWhatIsUnknown() {
    assertEquals(Optional.empty(), note(1, null, Double.NaN, Double.NaN));
    assertEquals(Optional.empty(), note(1, null, 1, Double.NaN));
  }
}
