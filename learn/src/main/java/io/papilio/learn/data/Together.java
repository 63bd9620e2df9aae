package io.papilio.learn.data;

import io.papilio.learn.data.Report.BadLine;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;

/**
 * Lets all workers hear of it if one of them cannot use its rows: all of them throw the same
 * exception, about the first bad line of all, and none waits for the others.
 */
public final class Together {
  /**
   * An exception is the line that it is about; one that is about none is of a file without name.
   */
  private static final Codec<Optional<BadLine>> CODEC =
      Fields.codec(Fields::writeBadLine, Fields::readBadLine);

  private Together() {}

  @FunctionalInterface
  public interface Work<T> {
    T get() throws InterruptedException;
  }

  /**
   * Returns what this worker makes of its rows, while the others do the same.
   *
   * @throws DataException on all workers if one of them has thrown it
   * @throws IllegalArgumentException on all workers if one of them has thrown it
   */
  public static <T> T get(Communicator comm, Work<T> work) throws InterruptedException {
    Optional<T> own = Optional.empty();
    Optional<BadLine> bad = Optional.empty();
    try {
      own = Optional.of(work.get());
    } catch (DataException e) {
      bad = Optional.of(e.found());
    } catch (IllegalArgumentException e) {
      bad = Optional.of(new BadLine("", 0, e.getMessage()));
    }
    Optional<BadLine> first = comm.allReduce(bad, CODEC, BadLine::first, "refusal");
    if (first.isPresent()) {
      throw first.get().file().isEmpty()
          ? new IllegalArgumentException(first.get().message())
          : new DataException(first.get());
    }
    return own.orElseThrow();
  }
}
