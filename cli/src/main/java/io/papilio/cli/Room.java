package io.papilio.cli;

import java.util.Optional;

/** The memory that a training needs beyond its data, and whether it is there. */
record Room(long bytes, int weights) {

  /**
   * Of a training by so many workers, of whom so many are in this process.
   *
   * @throws IllegalArgumentException if there is no room for them
   */
  static Room of(Training training, int workers, int here) {
    long bytes = training.memoryBytes(workers);
    if (!isFree(bytes, here)) {
      throw new IllegalArgumentException(
          "%s, and %d here have %s together: give it more with PAPILIO_JAVA_OPTS=-Xmx..., or have"
                  .formatted(text(bytes), here, CompareTable.bytes(free()))
              + " fewer workers or features");
    }
    return new Room(bytes, training.goal().weights());
  }

  /**
   * For something else, before it is made.
   *
   * @throws IllegalArgumentException if there is none
   */
  static void require(long bytes, String what) {
    if (!isFree(bytes, 1)) {
      throw new IllegalArgumentException(
          "%s take %s, and there are %s: give it more with PAPILIO_JAVA_OPTS=-Xmx..., or have fewer"
              .formatted(what, CompareTable.bytes(bytes), CompareTable.bytes(free())));
    }
  }

  /** As much for each of so many. */
  private static boolean isFree(long bytes, int each) {
    if (bytes > free() / each) {
      System.gc(); // what loading has left behind does not count
    }
    return bytes <= free() / each;
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  private static String text(long bytes) {
    return "a worker needs " + CompareTable.bytes(bytes);
  }

  /** For the user, where it is worth a word. */
  Optional<String> note() {
    return bytes == 0
        ? Optional.empty()
        : Optional.of(
            "%s: for a matrix of %s, and what is exchanged"
                .formatted(text(bytes), CompareTable.bytes(4.0 * weights)));
  }
}
