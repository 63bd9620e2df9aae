package io.papilio.runtime.communicator;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * Does something until it is as fast as it gets: until the JIT compilers of all ranks, which
 * compete with them for the cores, have little to do. With many processes on few cores that takes
 * many seconds, in which all is several times as slow.
 */
public final class WarmUp {
  /** It goes on in spells of this length, until two in a row left the compilers idle. */
  private static final double SPELL_NANOS = 3e8;

  private static final int IDLE_SPELLS = 2;
  private static final double IDLE = 0.05;

  /** Half a minute: who needs longer is measured cold. */
  public static final int MOST_SPELLS = 100;

  private WarmUp() {}

  /**
   * All ranks call it.
   *
   * @param nanos does it, and returns how long it took: the same on all ranks
   */
  public static void run(Communicator comm, int mostSpells, DoubleSupplier nanos) {
    int idle = 0;
    for (int spell = 0; spell < mostSpells && idle < IDLE_SPELLS; spell++) {
      long before = compilerMillis();
      for (double spent = 0; spent < SPELL_NANOS; ) {
        spent += nanos.getAsDouble();
      }
      long compiling = comm.allReduce(compilerMillis() - before, Reduction.MAX);
      idle = compiling * 1e6 < IDLE * SPELL_NANOS ? idle + 1 : 0;
    }
  }

  private static long compilerMillis() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null ? 0 : compiler.getTotalCompilationTime();
  }
}
