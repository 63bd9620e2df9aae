package io.papilio.learn.matrix;

import io.papilio.core.schedule.Range;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Finds out whether {@link VectorKernel} pays in this JVM. It is the fastest once it is compiled,
 * and by far the slowest before, or where it never is. So it is run in the background, when enough
 * was added without it to be worth it, and used from when it turns out to be faster. That may be in
 * the middle of a training: the sums are the same.
 */
final class KernelTrial implements Runnable {
  /** About what it takes to learn: whoever adds less gains nothing. */
  private static final long WORTH_PRODUCTS = 1 << 28;

  // of its own time: how long the compiler takes depends on who else wants the cores
  private static final long MOST_CPU_NANOS = 4_000_000_000L;
  // tries: some 10 s, where no JVM tells what time is a thread's own
  private static final int MOST_TRIES = 20_000;
  private static final int ROWS = 500; // not of whole vectors
  private static final int PAIRS = 6;
  private static final int RUNS = 50;

  static final KernelTrial HERE = new KernelTrial(load());

  private final Optional<RankOneKernel> kernel;
  private final AtomicLong added = new AtomicLong();
  private final float[] w = new float[ROWS * RankOneKernel.COLUMNS];
  private final float[] factors = new float[PAIRS * RankOneKernel.COLUMNS];
  private final Terms terms = new Terms();
  private volatile boolean passed;

  KernelTrial(Optional<RankOneKernel> kernel) {
    this.kernel = kernel;
    for (int pair = 0; pair < PAIRS; pair++) {
      float[] u = new float[ROWS];
      Arrays.fill(u, pair);
      terms.add(u, 1f / PAIRS);
    }
  }

  /** Finds the kernel with vector instructions, in a JVM that has what it takes. */
  static Optional<RankOneKernel> load() {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          (RankOneKernel)
              Class.forName("io.papilio.learn.matrix.VectorKernel")
                  .getDeclaredConstructor()
                  .newInstance());
    } catch (ReflectiveOperationException | LinkageError e) { // that of another JDK, perhaps
      return Optional.empty();
    }
  }

  /** Returns the kernel to use for so many products, if any. */
  Optional<RankOneKernel> kernel(long products) {
    if (passed || kernel.isEmpty()) {
      return kernel;
    }
    long before = added.getAndAdd(products);
    if (before < WORTH_PRODUCTS && before + products >= WORTH_PRODUCTS) {
      Thread thread = new Thread(this, "papilio-rank-one");
      thread.setDaemon(true);
      thread.start();
    }
    return Optional.empty();
  }

  @Override
  public void run() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + MOST_CPU_NANOS;
    RankOneKernel.Panel pairs = panel(); // as in a training: made once, for many columns
    for (int i = 0; i < MOST_TRIES && !passed && threads.getCurrentThreadCpuTime() < end; i++) {
      long columns = nanos(this::addColumns);
      long panel = nanos(() -> addPanel(pairs));
      passed = Math.max(columns, panel) < nanos(this::addPlainly);
    }
  }

  private static long nanos(Runnable run) {
    long start = System.nanoTime();
    for (int i = 0; i < RUNS; i++) {
      run.run();
    }
    return System.nanoTime() - start;
  }

  private void addColumns() {
    for (int column = 0; column < RankOneKernel.COLUMNS; column++) {
      kernel.orElseThrow().add(w, column * ROWS, terms, Range.of(ROWS));
    }
  }

  private RankOneKernel.Panel panel() {
    int height = kernel.orElseThrow().height();
    float[] values = new float[RankOneKernel.Panel.length(ROWS, PAIRS, height)];
    RankOneKernel.Panel panel = new RankOneKernel.Panel(values, ROWS, PAIRS);
    for (int pair = 0; pair < PAIRS; pair++) {
      panel.put(pair, terms.u(pair), height);
    }
    return panel;
  }

  private void addPanel(RankOneKernel.Panel panel) {
    kernel.orElseThrow().addPanel(w, 0, panel, factors, Range.of(ROWS));
  }

  private void addPlainly() {
    float[] sum = new float[ROWS];
    for (int column = 0; column < RankOneKernel.COLUMNS; column++) {
      System.arraycopy(w, column * ROWS, sum, 0, ROWS);
      terms.addTo(sum, 0, ROWS);
      System.arraycopy(sum, 0, w, column * ROWS, ROWS);
    }
  }
}
