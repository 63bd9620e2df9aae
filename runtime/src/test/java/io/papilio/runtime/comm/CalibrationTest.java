package io.papilio.runtime.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.algorithm.HalvingDoubling;
import io.papilio.runtime.transport.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CalibrationTest {

  /** Or ranks would choose different algorithms. */
  @Test
  void shouldFindTheSameOnAllRanksAndGoOn() {
    int size = 3;
    LocalCluster.run(
        size,
        comm -> {
          comm.calibrate();
          for (int length : new int[] {1, 1_000, 1_000_003}) {
            double price = comm.price(null, ElementType.FLOAT, length).totalNanos();
            double[] least = {price};
            double[] most = {price};
            comm.allReduce(least, Reduction.MIN);
            comm.allReduce(most, Reduction.MAX);
            assertEquals(least[0], most[0]);
            float[] values = new float[length];
            Arrays.fill(values, comm.rank() + 1);
            comm.allReduce(values, Reduction.SUM);
            assertEquals(6, values[length / 2]);
          }
          double few = comm.price(new HalvingDoubling(), ElementType.FLOAT, 1_000).totalNanos();
          double many = comm.price(new HalvingDoubling(), ElementType.FLOAT, 100_000).totalNanos();
          assertTrue(0 < few && few < many, few + " " + many);
        });
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
