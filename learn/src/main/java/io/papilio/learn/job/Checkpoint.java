package io.papilio.learn.job;

import io.papilio.learn.model.SealedFile;
import io.papilio.learn.optimize.Snapshot;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

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

  private static final Codec<Optional<String>> JOB = Json.codec(String.class);

  /** Writes it to a file, whole or not at all. */
  public void write(Path file) throws IOException {
    FILE.write(file, this::write);
  }

  /**
   * Reads it from its file.
   *
   * @throws io.papilio.learn.data.DataException if it is not a checkpoint, or damaged
   */
  public static Checkpoint read(Path file) throws IOException {
    return FILE.read(file, Checkpoint::read);
  }

  /**
   * Gives one worker's checkpoint, if it has one, to all workers, who call it together. Arrays
   * travel as they are, so that a checkpoint may be of any size.
   */
  static Optional<Checkpoint> share(Communicator comm, int root, Optional<Checkpoint> own) {
    boolean isRoot = comm.rank() == root;
    Optional<String> job = comm.broadcast(own.map(Checkpoint::job), JOB, root);
    if (job.isEmpty()) {
      return Optional.empty();
    }
    Snapshot none = new Snapshot("");
    Snapshot optimizer = isRoot ? own.orElseThrow().optimizer : none;
    Snapshot trainer = isRoot ? own.orElseThrow().trainer : none;
    return Optional.of(
        new Checkpoint(job.get(), optimizer.share(comm, root), trainer.share(comm, root)));
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
