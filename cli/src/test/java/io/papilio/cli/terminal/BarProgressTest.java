package io.papilio.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BarProgressTest {
  private static String drawn(Consumer<Progress> work) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (Progress progress = new BarProgress("train", 100, out)) {
      work.accept(progress);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** As after the loss of a worker, when the others go back to where they have a checkpoint. */
  @Test
  void shouldCountThePastOnce() {
    String drawn =
        drawn(
            progress -> {
              progress.resume(10);
              progress.step();
              progress.step();
              progress.resume(11);
              progress.step();
            });
    assertTrue(drawn.contains(" 12/100"), drawn);
    assertFalse(drawn.contains(" 24/100"), drawn);
  }

  @Test
  void shouldWipeTheBarBeforeALine() {
    String drawn = drawn(progress -> progress.note("2 of 4 have come"));
    assertTrue(drawn.contains("\r\u001b[2K2 of 4 have come\n"), drawn);
  }
}
