package io.papilio.bench.jmh;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.exec.DenseStore;
import io.papilio.runtime.exec.Kernels;
import io.papilio.runtime.exec.Scratch;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Memory;
import io.papilio.runtime.transport.Slice;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The loop that every all-reduce ends in: {@code into[i] += from[i]}. What is added lies in an
 * array, as between threads, or outside the heap, as it comes from shared memory and from sockets.
 *
 * <p>The lengths are for the first-level cache, for the last level and for memory.
 */
@State(Scope.Thread)
public class KernelBenchmark extends TimedBenchmark {

  /** Where the elements lie that are added. */
  public enum MemoryKind {
    HEAP,
    OFF_HEAP
  }

  private static final int NUMBERS = 10_000_000;

  @Param({"FLOAT", "DOUBLE"})
  ElementType type;

  @Param MemoryKind from;

  @Param({"1000", "100000", "10000000"})
  int length;

  /** Whether the program has added many single numbers before: loops must not be made for those. */
  @Param({"false", "true"})
  boolean numbersFirst;

  private Slice sums;
  private Slice added;
  private Step all;
  private DenseStore store;

  @Setup
  public void fill() {
    if (numbersFirst) {
      Slice one = RankVectors.slice(type, 0, 1);
      Slice other = RankVectors.slice(type, 1, 1);
      for (int i = 0; i < NUMBERS; i++) {
        Kernels.sum(one, other);
      }
    }
    sums = RankVectors.slice(type, 0, length);
    added = RankVectors.slice(type, 1, length);
    if (from == MemoryKind.OFF_HEAP) {
      Memory memory = new Memory(ByteBuffer.allocateDirect(length * type.bytes()));
      Slice outside = memory.slice(type, 0, length);
      added.copyTo(outside);
      added = outside;
    }
    all = Step.reduce(1, Range.of(length));
    store = new DenseStore(sums, Reduction.SUM, new Scratch());
  }

  /** As without the module for vector instructions: from outside, block by block. */
  @Benchmark
  public Slice sum() {
    store.receive(all, 0, added, false);
    return sums;
  }

  @Benchmark
  @Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
  public Slice sumByVectors() {
    return sum();
  }
}
