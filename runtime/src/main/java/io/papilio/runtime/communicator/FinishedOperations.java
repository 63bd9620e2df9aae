package io.papilio.runtime.communicator;

import java.util.Arrays;

/** The digests of the operations that ended last, for messages about them that come late. */
final class FinishedOperations {
  private static final int REMEMBERED = 256;

  private final long[] numbers = new long[REMEMBERED];
  private final long[] digests = new long[REMEMBERED];

  FinishedOperations() {
    Arrays.fill(numbers, -1);
  }

  void add(long number, long digest) {
    int slot = (int) (number % REMEMBERED);
    numbers[slot] = number;
    digests[slot] = digest;
  }

  /** Whether an operation is known to have been another one than the digest says. */
  boolean contradicts(long number, long digest) {
    int slot = (int) (number % REMEMBERED);
    return numbers[slot] == number && digests[slot] != digest;
  }
}
