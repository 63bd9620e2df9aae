package io.papilio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.papilio.bench.Cores.Moment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(60)
class CoresTest {

  @Test
  void shouldTellNearFromFar() {
    List<Moment> moments =
        List.of(
            moment(60, 5, 80),
            moment(300, 20, 1400),
            moment(46, 6, 82),
            moment(45, 3, 200),
            moment(150, 7, 90),
            moment(151, 22, 1500));
    assertEquals(
        """
        | cores | moments | round trip, ns | 1e4, µs | 1e6, µs |
        | --- | ---: | ---: | ---: | ---: |
        | next to each other | 1 | 45 | 3.00 | 200 |
        | near | 3 | 60 | 6.00 | 82.0 |
        | far | 2 | 226 | 21.0 | 1,450 |
        """,
        Cores.table(List.of(10_000, 1_000_000), moments));
  }

  @Test
  void shouldLeaveOutWhatWasNotSeen() {
    assertEquals(
        """
        | cores | moments | round trip, ns | 7, µs |
        | --- | ---: | ---: | ---: |
        | near | 1 | 60 | 5.00 |
        """,
        Cores.table(List.of(7), List.of(moment(60, 5))));
  }

  private static Moment moment(double roundTripNanos, double... micros) {
    return new Moment(roundTripNanos, micros);
  }

  @Test
  void shouldRefuseToWatchForNoTime() {
    CommandLine cores = new CommandLine(new Cores());
    StringWriter said = new StringWriter();
    cores.setErr(new PrintWriter(said));
    assertEquals(CommandLine.ExitCode.USAGE, cores.execute("--seconds", "0"));
    assertTrue(said.toString().startsWith("cannot watch for 0.0 seconds"), said.toString());
  }

  @Test
  void shouldMeasureWhatItPrints() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream usual = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      assertEquals(0, new CommandLine(new Cores()).execute("--seconds", "0.1", "--lengths", "100"));
    } finally {
      System.setOut(usual);
    }
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals("| cores | moments | round trip, ns | 100, µs |", lines.get(0));
    String[] cells = lines.get(2).split(" \\| ");
    assertEquals(4, cells.length, lines.get(2));
    for (int i = 1; i < cells.length; i++) {
      double value = Double.parseDouble(cells[i].replaceAll("[ |,]", ""));
      assertTrue(value > 0, lines.get(2));
    }
  }
}
