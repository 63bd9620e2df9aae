package io.papilio.runtime.mixing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.topology.Ring;
import io.papilio.core.topology.Topologies;
import io.papilio.core.topology.Topology;
import io.papilio.runtime.cluster.LocalCluster;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SparseAverageTest {
  private static final int ITERATIONS = 4;
  private static final float[] SPECIAL = {-0f, 1, -3.7e-5f, Float.MIN_VALUE, 1e30f, -1e30f};

  /** How vectors are mixed, and how much of them is not zero. */
  record Case(Topology topology, String consistency, int size, int length, double density) {

    float[] start(int rank, long seed) {
      Random random = new Random(31 * seed + rank);
      float[] weights = new float[length];
      for (int i = 0; i < length; i++) {
        boolean isZero = random.nextDouble() >= density;
        int which = random.nextInt(2 * SPECIAL.length);
        float value = which < SPECIAL.length ? SPECIAL[which] : random.nextFloat();
        weights[i] = isZero ? 0 : value;
      }
      return weights;
    }

    /** What a vector takes to every target, in bytes. */
    long bytes(float[] weights) {
      long entries = IntStream.of(bits(weights)).filter(bits -> bits != 0).count();
      boolean isShort = 2 * entries < length && !consistency.equals("asp");
      return Integer.BYTES * (1 + (isShort ? 2 * entries : length));
    }
  }

  /** What a rank has in the end, and what it has sent for it. */
  private record Mixed(float[] weights, long bytes) {}

  @Provide
  Arbitrary<Case> cases() {
    return Combinators.combine(
            Arbitraries.of(Topologies.all()),
            Arbitraries.of("bsp", "notify-ack", "ssp:0", "asp"),
            Arbitraries.of(1, 2, 3, 4, 5, 7, 8),
            Arbitraries.integers().between(0, 40),
            Arbitraries.of(0.0, 0.1, 0.3, 0.5, 1.0))
        .as(Case::new);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void shouldGiveTheBitsOfADenseAverage(@ForAll("cases") Case which, @ForAll int seed) {
    Mixed[] dense = mix(which, seed, ITERATIONS, DenseAverage::new);
    Mixed[] sparse = mix(which, seed, ITERATIONS, SparseAverage::new);
    for (int rank = 0; rank < which.size; rank++) {
      assertArrayEquals(bits(dense[rank].weights), bits(sparse[rank].weights), "rank " + rank);
    }
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void shouldSendWhatIsNotZero(@ForAll("cases") Case which, @ForAll int seed) {
    Mixed[] dense = mix(which, seed, 1, DenseAverage::new);
    Mixed[] sparse = mix(which, seed, 1, SparseAverage::new);
    for (int rank = 0; rank < which.size; rank++) {
      int targets = which.topology.sendTo(rank, which.size, 0).length;
      assertEquals((long) targets * which.length * Float.BYTES, dense[rank].bytes);
      assertEquals(targets * which.bytes(which.start(rank, seed)), sparse[rank].bytes);
    }
  }

  @Test
  void shouldSendLessWhenSparse() {
    for (String consistency : new String[] {"bsp", "notify-ack", "ssp:2"}) {
      Case which = new Case(new Ring(), consistency, 3, 1000, 0.01);
      Mixed[] dense = mix(which, 1, ITERATIONS, DenseAverage::new);
      Mixed[] sparse = mix(which, 1, ITERATIONS, SparseAverage::new);
      for (int rank = 0; rank < 3; rank++) {
        assertTrue(10 * sparse[rank].bytes < dense[rank].bytes, sparse[rank].toString());
      }
    }
  }

  private static Mixed[] mix(
      Case which, long seed, int iterations, Function<float[], Payload> payload) {
    Mixed[] results = new Mixed[which.size];
    LocalCluster.run(
        which.size,
        comm -> {
          boolean nobodyWaits = which.consistency.equals("asp"); // so they are made to
          float[] weights = which.start(comm.rank(), seed);
          Consistency consistency = Consistency.parse(which.consistency);
          try (Mixer mixer = new Mixer(comm, which.topology, consistency, payload.apply(weights))) {
            for (int i = 0; i < iterations; i++) {
              mixer.send();
              if (nobodyWaits) {
                comm.barrier();
              }
              mixer.reduce();
              if (nobodyWaits) {
                comm.barrier();
              }
            }
            results[comm.rank()] = new Mixed(weights, comm.bytesSent());
          }
        });
    return results;
  }

  private static int[] bits(float[] values) {
    return IntStream.range(0, values.length).map(i -> Float.floatToRawIntBits(values[i])).toArray();
  }
}
