package io.papilio.cli;

import io.papilio.learn.train.Checkpoint;
import io.papilio.runtime.comm.Codec;
import io.papilio.runtime.comm.Communicator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The checkpoint of a training: a file beside the model, which the leading worker sees to. */
final class Checkpoints {
  private static final Codec<byte[]> BYTES =
      new Codec<>() {
        @Override
        public byte[] encode(byte[] value) {
          return value;
        }

        @Override
        public byte[] decode(byte[] bytes) {
          return bytes;
        }
      };

  private final Path file;
  private final String job;
  private final double everyNanos;
  private long lastNanos = System.nanoTime();

  /** Of a training that can be told from others by this JSON. */
  Checkpoints(Path file, String job, double everySeconds) {
    this.file = file;
    this.job = job;
    this.everyNanos = everySeconds * 1e9;
  }

  /** The last one, if there is one; all workers call it, and get it from the leader. */
  Optional<Checkpoint> last(Communicator comm, int leader) throws IOException {
    byte[] mine = comm.rank() == leader && Files.exists(file) ? read().encode() : new byte[0];
    byte[] bytes = comm.broadcast(mine, BYTES, leader);
    return bytes.length == 0 ? Optional.empty() : Optional.of(Checkpoint.decode(bytes));
  }

  private Checkpoint read() throws IOException {
    Checkpoint checkpoint = Checkpoint.read(file);
    Map<String, Object> now = Json.parse(job);
    Map<String, Object> then = Json.parse(checkpoint.job());
    for (Map.Entry<String, Object> each : now.entrySet()) {
      Object before = then.get(each.getKey());
      if (!String.valueOf(before).equals(String.valueOf(each.getValue()))) {
        throw new IllegalArgumentException(
            "%s is of another training: its %s was %s, now it is %s"
                .formatted(file, each.getKey(), before, each.getValue()));
      }
    }
    return checkpoint;
  }

  /** Whether the last was written long enough ago. */
  boolean isDue() {
    return System.nanoTime() - lastNanos >= everyNanos;
  }

  void write(Checkpoint checkpoint) {
    try {
      checkpoint.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lastNanos = System.nanoTime();
  }

  /** When the model is there. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
