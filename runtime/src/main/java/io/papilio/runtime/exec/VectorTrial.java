package io.papilio.runtime.exec;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds out whether {@link VectorKernels} pay in this JVM. They are the fastest once they are
 * compiled, and by far the slowest before, or where they never are. So they are run in the
 * background, when enough was added without them to be worth it, and used only if they turn out to
 * be faster than copying to the heap and adding there.
 */
final class VectorTrial implements Runnable {
  /** About what it takes to learn: whoever adds less gains nothing. */
  private static final long WORTH_BYTES = 8 << 20;

  /** Of its own time: how long the compiler takes depends on who else wants the cores. */
  private static final long MOST_CPU_NANOS = 4_000_000_000L;

  private static final int LENGTH = 4096;
  private static final int RUNS = 100;

  private final Kernels.OfMemory kernels;
  private final AtomicLong added = new AtomicLong();
  private final ByteBuffer outside =
      ByteBuffer.allocateDirect(LENGTH * Double.BYTES).order(ByteOrder.nativeOrder());
  private final float[] floats = new float[LENGTH];
  private final float[] moreFloats = new float[LENGTH];
  private final double[] doubles = new double[LENGTH];
  private final double[] moreDoubles = new double[LENGTH];
  private volatile boolean passed;

  VectorTrial(Kernels.OfMemory kernels) {
    this.kernels = kernels;
  }

  /** So much was added without them. */
  void note(long bytes) {
    long before = added.getAndAdd(bytes);
    if (before < WORTH_BYTES && before + bytes >= WORTH_BYTES) {
      Thread thread = new Thread(this, "papilio-vectors");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Whether they are to be used. */
  boolean isPassed() {
    return passed;
  }

  @Override
  public void run() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + MOST_CPU_NANOS;
    while (!passed && threads.getCurrentThreadCpuTime() < end) {
      passed = nanos(this::addByVectors) < nanos(this::addByCopy);
    }
  }

  private static long nanos(Runnable run) {
    long start = System.nanoTime();
    for (int i = 0; i < RUNS; i++) {
      run.run();
    }
    return System.nanoTime() - start;
  }

  private void addByVectors() {
    kernels.sum(floats, 0, outside, 0, LENGTH);
    kernels.sum(doubles, 0, outside, 0, LENGTH);
  }

  private void addByCopy() {
    outside.asFloatBuffer().get(moreFloats);
    Kernels.sum(floats, 0, moreFloats, 0, LENGTH);
    outside.asDoubleBuffer().get(moreDoubles);
    Kernels.sum(doubles, 0, moreDoubles, 0, LENGTH);
  }
}
