package io.papilio.learn.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.papilio.runtime.cluster.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Averages of the weights that are used: those that averages of all would give. */
class PackedAveragerTest {
  private static final int[] USED = {1, 4, 5, 9};
  private static final int LENGTH = 11;

  @ParameterizedTest
  @ValueSource(strings = {"butterfly", "ring", "periodic:2", "periodic", "server"})
  void shouldAverageAsIfItWereAllWeights(String strategy) {
    for (int size : new int[] {1, 2, 3, 4, 5}) {
      LocalCluster.run(
          size,
          comm -> {
            float[] whole = new float[LENGTH];
            float[] some = new float[LENGTH];
            Averager all = averager(strategy).averager(comm, whole, 0);
            Averager packed =
                new PackedAverager(some, USED, few -> averager(strategy).averager(comm, few, 0));
            assertEquals(all.mixesFirst(), packed.mixesFirst());
            for (int step = 1; step <= 4; step++) {
              for (int j : USED) {
                whole[j] += j * step * comm.rank();
                some[j] = whole[j];
              }
              assertEquals(all.isDue(step), packed.isDue(step));
              if (all.isDue(step)) {
                all.average();
                packed.average();
              }
              assertArrayEquals(whole, some, "step " + step);
            }
            all.end();
            packed.end();
            assertEquals(all.counts(), packed.counts());
            all.close();
            packed.close();
          });
    }
  }

  @Test
  void shouldBeginWithTheUsedWeightsAndPassOnThatItEnds() {
    List<String> calls = new ArrayList<>();
    Averager recorder =
        new Averager() {
          @Override
          public void average() {
            calls.add("average");
          }

          @Override
          public void end() {
            calls.add("end");
          }

          @Override
          public void close() {
            calls.add("close");
          }
        };
    float[] weights = new float[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      weights[i] = 10 * i;
    }
    Averager packed =
        new PackedAverager(
            weights,
            USED,
            few -> {
              assertArrayEquals(new float[] {10, 40, 50, 90}, few, "what it begins with");
              return recorder;
            });
    packed.average();
    packed.end();
    packed.close();
    assertEquals(List.of("average", "end", "close"), calls);
  }

  private static Sync averager(String strategy) {
    try {
      return Sync.parse(strategy, "bsp");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
