package io.papilio.runtime.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.runtime.cluster.LocalCluster;
import io.papilio.runtime.transport.ElementType;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CalibrationTest {
  private static final int MANY = 10_000_000; // takes longer than 1,000 on any busy machine

  @Test
  void shouldFindTheSameOnAllRanksAndGoOn() {
    shouldFindTheSame(3, 0.01);
  }

  @Test
  @Tag("full")
  void shouldFindTheSameOnTwoRanks() {
    shouldFindTheSame(2, 1);
  }

  private static void shouldFindTheSame(int size, double share) {
    LocalCluster.run(
        size,
        comm -> {
          comm.chooseBy(new Calibration(comm, share).run(comm.link()));
          for (int length : new int[] {1, 1_000, 30_000, 1_000_003}) {
            shouldAgree(comm, length);
            float[] values = new float[length];
            Arrays.fill(values, comm.rank() + 1);
            comm.allReduce(values, Reduction.SUM);
            assertEquals(size * (size + 1) / 2f, values[length / 2]);
          }
          double few = comm.price(new HalvingDoubling(), ElementType.FLOAT, 1_000).totalNanos();
          double many = comm.price(new HalvingDoubling(), ElementType.FLOAT, MANY).totalNanos();
          assertTrue(0 < few && few < many, few + " " + many);
          double modelled =
              new Selector(comm.link())
                  .price(new HalvingDoubling(), size, MANY, Float.BYTES)
                  .totalNanos();
          assertNotEquals(modelled, many, "by what was measured");
        });
  }

  /** On the price of each algorithm, to the bit, or they would choose different ones some day. */
  private static void shouldAgree(Communicator comm, int length) {
    double[] prices =
        new Selector(comm.link())
            .prices(Collective.Kind.ALL_REDUCE, comm.size(), length, Float.BYTES).stream()
                .map(Selector.Offer::algorithm)
                .sorted(Comparator.comparing(Algorithm::name))
                .mapToDouble(each -> comm.price(each, ElementType.FLOAT, length).totalNanos())
                .toArray();
    double[] least = prices.clone();
    comm.allReduce(least, Reduction.MIN);
    assertArrayEquals(least, prices);
    int[] choice = {comm.algorithm(ElementType.FLOAT, length).name().hashCode()};
    int[] most = choice.clone();
    comm.allReduce(most, Reduction.MAX);
    assertArrayEquals(most, choice);
  }

  @Test
  void shouldHaveNothingToMeasureAlone() {
    LocalCluster.run(
        1,
        comm -> {
          comm.calibrate();
          assertEquals(0, comm.price(null, ElementType.DOUBLE, 1_000).totalNanos());
        });
  }
}
