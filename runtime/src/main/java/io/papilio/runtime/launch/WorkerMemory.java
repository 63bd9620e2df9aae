package io.papilio.runtime.launch;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How workers share the memory of a machine.
 *
 * <p>Alone, a JVM takes a quarter of the memory for its heap, which is too much for eight workers
 * and too little for one. Here each gets its share of three quarters. Whoever knows better says so,
 * to the workers or to this JVM, and is obeyed.
 */
record WorkerMemory(int cores, long memoryBytes) {
  /** The rest is for what is not heap: code, stacks, buffers and the other programs. */
  private static final double HEAP_PERCENT = 75;

  /** With less, a JVM spends its time collecting. */
  private static final long LEAST_HEAP_BYTES = 256L << 20;

  private static final Pattern HEAP = Pattern.compile("-Xmx.+|-XX:(MaxHeapSize|MaxRAM\\w*)=.+");
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /** Of this machine, or of the container in which this JVM runs. */
  static WorkerMemory here() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new WorkerMemory(system.getAvailableProcessors(), system.getTotalMemorySize());
  }

  /**
   * The options that a worker needs besides its own.
   *
   * @param own those it has anyway
   * @param inherited those of this JVM
   */
  List<String> options(int workers, List<String> own, List<String> inherited) {
    List<String> heap = List.of(heap(workers));
    // Collectors that work beside the program pay only where a core is free for them.
    List<String> collector = workers > cores ? List.of("-XX:+UseSerialGC") : List.of();
    List<String> options = new ArrayList<>(unlessSaid(HEAP, own, inherited, heap));
    options.addAll(unlessSaid(COLLECTOR, own, inherited, collector));
    return options;
  }

  private String heap(int workers) {
    double percent = HEAP_PERCENT / workers;
    if (memoryBytes / 100.0 * percent < LEAST_HEAP_BYTES) {
      return "-Xmx" + (LEAST_HEAP_BYTES >> 20) + "m";
    }
    return String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.3f", percent);
  }

  private static List<String> unlessSaid(
      Pattern subject, List<String> own, List<String> inherited, List<String> otherwise) {
    if (!about(subject, own).isEmpty()) {
      return List.of();
    }
    List<String> passedOn = about(subject, inherited);
    return passedOn.isEmpty() ? otherwise : passedOn;
  }

  private static List<String> about(Pattern subject, List<String> options) {
    return options.stream().filter(option -> subject.matcher(option).matches()).toList();
  }
}
