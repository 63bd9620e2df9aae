package io.papilio.cli.train;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Bytes of text as whole lines of a writer. */
final class Lines extends OutputStream {
  private final PrintWriter writer;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  Lines(PrintWriter writer) {
    this.writer = writer;
  }

  @Override
  public synchronized void write(int value) {
    if (value == '\n') {
      writer.println(line.toString(StandardCharsets.UTF_8));
      line.reset();
    } else {
      line.write(value);
    }
  }
}
