package io.papilio.runtime.broadcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What tests send, and what one rank has got of it. */
final class Updates implements UpdateBroadcast.Receiver {
  private final int rank;
  private final int scale;
  private final List<String> sequence = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private int before = Integer.MAX_VALUE;
  private long last = -1;

  /** Updates have up to 23 times {@code scale} elements. */
  Updates(int rank, int scale) {
    this.rank = rank;
    this.scale = scale;
  }

  /** Of a length that differs from rank to rank and time to time, and is 0 now and then. */
  static ByteBuffer of(int rank, int iteration, int scale) {
    int length = (rank * 7 + iteration * 13) % 23 * scale;
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * length);
    for (int i = 0; i < length; i++) {
      bytes.putFloat(value(rank, iteration, i));
    }
    return bytes.flip();
  }

  private static float value(int rank, int iteration, int index) {
    return rank * 1_000_003 % 1021 + iteration * 31 % 127 + (float) (index % 1013) / 1024;
  }

  static long bytes(int rank, int iterations, int scale) {
    long bytes = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
      bytes += of(rank, iteration, scale).remaining();
    }
    return bytes;
  }

  /** From now on updates of earlier iterations may come, in order. */
  Updates before(int iteration) {
    before = iteration;
    last = -1;
    return this;
  }

  /** From now on updates may come as they come. */
  void inAnyOrder() {
    last = Long.MIN_VALUE;
  }

  @Override
  public void onUpdate(int origin, int iteration, ByteBuffer bytes) {
    String name = iteration + "/" + origin;
    assertTrue(origin != rank && iteration < before, () -> name + " came to " + rank);
    assertTrue(seen.add(name), () -> name + " came twice to " + rank);
    sequence.add(name);
    if (last != Long.MIN_VALUE) {
      long place = iteration * 1000L + origin;
      assertTrue(place > last, () -> name + " came too late: " + sequence);
      last = place;
    }
    int wrong = bytes.mismatch(of(origin, iteration, scale));
    assertEquals(-1, wrong, () -> "byte " + wrong + " of " + name + " at " + rank);
  }

  /** What came, in order. */
  List<String> sequence() {
    return List.copyOf(sequence);
  }

  /** All updates of so many iterations of so many ranks have come. */
  void checkHas(int iterations, int size) {
    for (int iteration = 0; iteration < iterations; iteration++) {
      for (int origin = 0; origin < size; origin++) {
        String name = iteration + "/" + origin;
        assertTrue(origin == rank || seen.contains(name), () -> name + " has not come to " + rank);
      }
    }
  }
}
