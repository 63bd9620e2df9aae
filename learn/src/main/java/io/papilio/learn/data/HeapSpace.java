package io.papilio.learn.data;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import java.util.Arrays;
import java.util.UUID;

/** Checks that there is memory for something before it is made. */
public final class HeapSpace {
  private static final long JVM = UUID.randomUUID().getMostSignificantBits();

  private HeapSpace() {}

  /**
   * Fails if there is not as much memory left for each of several.
   *
   * @param what needs it, such as "a worker needs"
   */
  public static void require(String what, long bytes, int each) {
    if (bytes > free() / each) {
      System.gc(); // what loading has left behind does not count
    }
    if (bytes > free() / each) {
      throw new IllegalArgumentException(
          "%s %s, and %s are free for %d here: give the JVM more with -Xmx, or take fewer workers,"
                  .formatted(what, ByteCount.text(bytes), ByteCount.text(free()), each)
              + " features or rows");
    }
  }

  /**
   * Returns how many workers share the memory of a JVM, of the one that has the most; all workers
   * call it together.
   */
  public static int sharers(Communicator comm) {
    long[] jvms = new long[comm.size()];
    jvms[comm.rank()] = JVM;
    comm.allReduce(jvms, Reduction.SUM);
    return (int)
        Arrays.stream(jvms)
            .map(jvm -> Arrays.stream(jvms).filter(other -> other == jvm).count())
            .max()
            .orElseThrow();
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }
}
