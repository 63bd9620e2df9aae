package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private final List<Row> rows = new ArrayList<>();
  private final Comparison tcp = new Comparison("tcp", List.of("openmpi-tcp", "gloo"));

  private void add(String contender, int length, double min, OptionalDouble predicted) {
    rows.add(new Row(contender, 2, 0, new Timing(length, min, min + 1, predicted, length != 7)));
  }

  private Optional<String> markdown() {
    return tcp.markdown(new Summary(rows));
  }

  @Test
  void shouldDivideTheirBestByOurs() {
    add("gloo", 1000, 350, OptionalDouble.empty());
    add("tcp", 1000, 7, OptionalDouble.of(14));
    add("openmpi-tcp", 1000, 3.5, OptionalDouble.empty());
    add("openmpi-shm", 1000, 1, OptionalDouble.empty());
    String expected =
        """
        ## Papilio tcp

        | ranks | floats | Papilio best | median | predicted | best / predicted \
        | Open MPI tcp best | median | Open MPI tcp / Papilio \
        | gloo best | median | gloo / Papilio |
        | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | 2 | 1e3 | 7.00 | 8.00 | 14.0 | 0.50 | 3.50 | 4.50 | 0.50 | 350 | 351 | 50.00 |
        """;
    assertEquals(Optional.of(expected), markdown());
  }

  @Test
  void shouldLeaveGapsWhereSomebodyHasNotRun() {
    add("tcp", 1, 2, OptionalDouble.of(2));
    add("gloo", 2, 4, OptionalDouble.empty());
    add("tcp", 7, 12345, OptionalDouble.of(1));
    String expected =
        """
        ## Papilio tcp

        | ranks | floats | Papilio best | median | predicted | best / predicted \
        | gloo best | median | gloo / Papilio |
        | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | 2 | 1 | 2.00 | 3.00 | 2.00 | 1.00 | – | – | – |
        | 2 | 2 | – | – | – | – | 4.00 | 5.00 | – |
        | 2 | 7 | 12,345 WRONG | 12,346 | 1.00 | 12345.00 | – | – | – |
        """;
    assertEquals(Optional.of(expected), markdown());
  }

  @Test
  void shouldBeSilentWithoutAnythingOfOurs() {
    add("gloo", 2, 4, OptionalDouble.empty());
    assertEquals(Optional.empty(), markdown());
  }
}
