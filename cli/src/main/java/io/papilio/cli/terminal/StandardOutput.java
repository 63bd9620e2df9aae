package io.papilio.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The standard output, which remembers why it could not be written to: a full disk is a failure,
 * but if the program behind the pipe has read enough, as {@code head} does, nothing is wrong.
 */
public final class StandardOutput extends OutputStream {
  private final OutputStream out;
  private boolean unwanted;

  public StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** Whether nobody reads it any more. */
  public boolean isUnwanted() {
    return unwanted;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      unwanted |= "Broken pipe".equals(e.getMessage());
      throw e;
    }
  }
}
