package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FindingsTest {

  @Test
  void shouldReadWhatProgramsPrint() {
    String output = "loading\nmeasure sgd-1 12.5\n measure  sgd-1 1e2 \nmeasured nothing\n";
    assertEquals(
        List.of(new Finding("s", "sgd-1", 3, 12.5), new Finding("s", "sgd-1", 3, 100)),
        Finding.parse("s", 3, output));
  }

  @Test
  void shouldRejectWhatSaysNothing() {
    for (String output : List.of("", "hello", "measure x", "measure x 1 2", "measure x y")) {
      assertThrows(IllegalArgumentException.class, () -> Finding.parse("s", 0, output), output);
    }
  }

  @Test
  void shouldSumUpByDataSetAndMeasure() {
    Findings findings = new Findings();
    for (double value : new double[] {3, 1, 2}) {
      findings.add(List.of(new Finding("a", "m", 0, value), new Finding("b", "m", 0, 10 * value)));
    }
    Findings own = findings.of("a");
    assertEquals(OptionalDouble.of(3), own.most("m"));
    assertEquals(OptionalDouble.of(1), own.least("m"));
    assertEquals(OptionalDouble.of(2), own.median("m"));
    assertEquals(OptionalDouble.of(30), findings.most("m"));
    assertEquals(OptionalDouble.empty(), own.median("n"));
    assertEquals(OptionalDouble.empty(), own.most("n"));
  }
}
