package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimingTest {

  @Test
  void shouldReadTheLinesThatMatter() {
    String output =
        """
        a warning of the launcher
        allreduce 1000 0.820 0.905 right

        allreduce 10000000 18294.5 20001.0 wrong
        """;
    assertEquals(
        List.of(
            new Timing(1000, 0.82, 0.905, OptionalDouble.empty(), true),
            new Timing(10_000_000, 18294.5, 20001, OptionalDouble.empty(), false)),
        Timing.parse(output));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "allreduced 1 2 3 right"})
  void shouldFindNothingElsewhere(String output) {
    assertEquals(List.of(), Timing.parse(output));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"allreduce", "allreduce 1 2 3", "allreduce 1 2 3 yes", "allreduce x 2 3 right"})
  void shouldRejectWhatItDoesNotUnderstand(String output) {
    assertThrows(IllegalArgumentException.class, () -> Timing.parse(output));
  }
}
