package io.papilio.learn.train;

import io.papilio.learn.linear.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A training as it stands, from which it can go on to the same bits.
 *
 * @param job what is being trained, of what and how: no other job can go on from here
 * @param optimizer where the optimizer is
 * @param trainer the curve so far, and what early stopping remembers
 */
public record Checkpoint(String job, Snapshot optimizer, Snapshot trainer) {
  private static final SealedFile FILE =
      new SealedFile(0x504150494C494F43L, 1, "checkpoint"); // PAPILIOC

  public void write(Path file) throws IOException {
    FILE.write(file, this::write);
  }

  /**
   * @throws io.papilio.learn.data.DataException if it is not a checkpoint, or damaged
   */
  public static Checkpoint read(Path file) throws IOException {
    return FILE.read(file, Checkpoint::read);
  }

  /** For workers that cannot read the file. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not in memory
    }
    return bytes.toByteArray();
  }

  public static Checkpoint decode(byte[] bytes) {
    try {
      return read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(DataOutputStream out) throws IOException {
    byte[] text = job.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
    optimizer.write(out);
    trainer.write(out);
  }

  private static Checkpoint read(DataInputStream in) throws IOException {
    byte[] text = in.readNBytes(in.readInt());
    return new Checkpoint(
        new String(text, StandardCharsets.UTF_8), Snapshot.read(in), Snapshot.read(in));
  }
}
