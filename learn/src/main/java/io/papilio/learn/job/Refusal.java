package io.papilio.learn.job;

import io.papilio.learn.data.DataException;
import io.papilio.runtime.communicator.Communicator;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lets all workers hear of it if one of them cannot learn from its rows: all of them throw the same
 * exception, and none waits for the others.
 */
final class Refusal {

  private Refusal() {}

  /**
   * Returns what this worker makes of its rows, while the others do the same.
   *
   * @throws IllegalArgumentException on all workers if one of them refuses its rows
   */
  static <T> T shared(Communicator comm, Supplier<T> work) {
    Optional<T> own = Optional.empty();
    String reason = "";
    try {
      own = Optional.of(work.get());
    } catch (DataException | IllegalArgumentException e) {
      reason = e.getMessage();
    }
    String first = comm.allReduce(reason, Checkpoint.TEXT, Refusal::first, "refusal");
    if (!first.isEmpty()) {
      throw new IllegalArgumentException(first);
    }
    return own.orElseThrow();
  }

  /** The same whoever is asked first. */
  private static String first(String a, String b) {
    return a.isEmpty() || !b.isEmpty() && b.compareTo(a) < 0 ? b : a;
  }
}
