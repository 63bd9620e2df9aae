package io.papilio.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.launch.LineSink.Stream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineSinkTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final LineSink sink = LineSink.prefixed(print(out), print(err));

  private static PrintStream print(ByteArrayOutputStream target) {
    return new PrintStream(target, true, StandardCharsets.UTF_8);
  }

  @Test
  void shouldSayWhoPrintedALine() {
    sink.line(2, Stream.STDOUT, "text");
    sink.line(10, Stream.STDERR, "");
    assertEquals("[2] text" + System.lineSeparator(), out.toString(StandardCharsets.UTF_8));
    assertEquals("[10] " + System.lineSeparator(), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void shouldPrintWholeLines() {
    IntStream.range(0, 5_000).parallel().forEach(i -> sink.line(i % 8, Stream.STDOUT, "a line"));
    assertEquals(5_000, out.toString(StandardCharsets.UTF_8).lines().count());
    out.toString(StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> assertEquals("] a line", line.substring(2)));
  }
}
