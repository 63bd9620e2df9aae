package io.papilio.learn.job;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The checkpoint of a training: a file beside the model, which the leading worker sees to. */
final class CheckpointFile {
  private final Path file;
  private final Supplier<String> job;
  private final double everyNanos;
  private long lastNanos = System.nanoTime();

  /**
   * Creates nothing yet.
   *
   * @param job gives by what this training can be told from others: a JSON object
   */
  CheckpointFile(Path file, Supplier<String> job, double everySeconds) {
    this.file = file;
    this.job = job;
    this.everyNanos = everySeconds * 1e9;
  }

  /** Returns the last checkpoint, if there is one; all workers call it, and get the leader's. */
  Optional<Checkpoint> last(Communicator comm, int leader) throws IOException {
    Optional<Checkpoint> mine =
        comm.rank() == leader && Files.exists(file) ? Optional.of(read()) : Optional.empty();
    return Checkpoint.share(comm, leader, mine);
  }

  private Checkpoint read() throws IOException {
    Checkpoint checkpoint = Checkpoint.read(file);
    Map<String, Object> then = object(checkpoint.job());
    for (Map.Entry<String, Object> now : object(job.get()).entrySet()) {
      Object before = then.get(now.getKey());
      if (!String.valueOf(before).equals(String.valueOf(now.getValue()))) {
        throw new IllegalArgumentException(
            "%s is of another training: its %s was %s, now it is %s"
                .formatted(file, now.getKey(), before, now.getValue()));
      }
    }
    return checkpoint;
  }

  private static Map<String, Object> object(String json) throws IOException {
    return new ObjectMapper().readValue(json, new TypeReference<Map<String, Object>>() {});
  }

  /** Returns whether the last was written long enough ago. */
  boolean isDue() {
    return System.nanoTime() - lastNanos >= everyNanos;
  }

  /** Writes a checkpoint; if it cannot, the training goes on with the one before. */
  void write(Checkpoint checkpoint, Consumer<String> log) {
    try {
      checkpoint.write(file);
    } catch (IOException e) {
      log.accept(
          "the checkpoint %s cannot be written, so the one before stays: %s"
              .formatted(file, e.getMessage()));
    }
    lastNanos = System.nanoTime();
  }

  /** Deletes it, when the model is there; if it cannot, it stays. */
  void delete(Consumer<String> log) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.accept("the checkpoint %s is of no use any more, and cannot be deleted".formatted(file));
    }
  }
}
