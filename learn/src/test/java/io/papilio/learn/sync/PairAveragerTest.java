package io.papilio.learn.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.mixing.Consistency;
import io.papilio.runtime.mixing.DenseAverage;
import io.papilio.runtime.mixing.Mixer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Averaging in pairs: what a mixer does along the same topology, to the bit. */
class PairAveragerTest {
  private static final int STEPS = 5;

  private static float[] start(int length, int rank, long seed) {
    Random random = new Random(31 * seed + rank);
    float[] weights = new float[length];
    for (int i = 0; i < length; i++) {
      weights[i] = (float) random.nextGaussian();
    }
    return weights;
  }

  @Property(tries = 60)
  void shouldGiveTheBitsOfAMixer(
      @ForAll @IntRange(min = 1, max = 4) int log,
      @ForAll @IntRange(max = 5000) int length,
      @ForAll long seed) {
    int size = 1 << log;
    Topology butterfly = Topologies.named("butterfly");
    LocalCluster.run(
        size,
        comm -> {
          float[] paired = start(length, comm.rank(), seed);
          float[] mixed = paired.clone();
          try (Averager pairs = PairAverager.of(comm, butterfly, paired, true).orElseThrow();
              Mixer mixer = new Mixer(comm, butterfly, Consistency.BSP, new DenseAverage(mixed))) {
            for (int step = 0; step < STEPS; step++) {
              pairs.average();
              mixer.mix();
              assertArrayEquals(mixed, paired, 0, "after step " + step);
            }
          }
        });
  }

  /** Who receives from one and sends to another is in no pair; nor is who is alone. */
  @Test
  void shouldBeForPairsOnly() {
    for (int size : new int[] {1, 2, 3, 4, 5, 7, 8, 9}) {
      boolean isPower = size > 1 && Integer.bitCount(size) == 1;
      List<String> paired =
          Topologies.all().stream()
              .filter(topology -> isPaired(topology, size))
              .map(Topology::name)
              .toList();
      assertEquals(isPower, paired.contains("butterfly"), size + " workers: " + paired);
      if (size > 2) {
        assertTrue(paired.stream().allMatch("butterfly"::equals), paired.toString());
      }
    }
  }

  /** Of two, the pair is the group itself, which goes on. */
  @Test
  @Timeout(60)
  void shouldCloseItsPairsButNotTheGroup() {
    for (int size : new int[] {2, 4}) {
      CyclicBarrier closed = new CyclicBarrier(size);
      LocalCluster.run(
          size,
          comm -> {
            Averager pairs =
                PairAverager.of(comm, Topologies.named("butterfly"), new float[3], false)
                    .orElseThrow();
            assertFalse(pairs.mixesFirst());
            pairs.average();
            pairs.close();
            closed.await();
            if (size == 2) {
              comm.barrier();
            } else {
              assertThrows(CollectiveException.class, pairs::average);
            }
          });
    }
  }

  /** Two of four disagree; the others wait for these and must not wait for ever. */
  @Test
  @Timeout(60)
  void shouldFailEverywhereIfAPairFails() {
    Map<Integer, String> failures = new ConcurrentHashMap<>();
    LocalCluster.run(
        4,
        comm -> {
          float[] weights = new float[comm.rank() == 1 ? 8 : 7];
          Averager pairs =
              PairAverager.of(comm, Topologies.named("butterfly"), weights, true).orElseThrow();
          try {
            for (int step = 0; step < STEPS; step++) {
              pairs.average();
            }
          } catch (CollectiveException e) {
            failures.put(comm.rank(), e.getMessage());
          }
        });
    assertEquals(Set.of(0, 1, 2, 3), failures.keySet());
    for (String failure : failures.values()) {
      assertTrue(failure.contains("disagrees"), failures.toString());
    }
  }

  private static boolean isPaired(Topology topology, int size) {
    boolean[] is = new boolean[size];
    LocalCluster.run(
        size,
        comm -> {
          Optional<Averager> pairs = PairAverager.of(comm, topology, new float[1], false);
          is[comm.rank()] = pairs.isPresent();
          pairs.ifPresent(Averager::close);
        });
    return is[0];
  }
}
