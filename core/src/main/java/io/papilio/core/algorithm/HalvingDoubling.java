package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;
import java.util.Collections;

/**
 * All-reduce by recursive halving, then recursive doubling: partners each keep one half of what
 * they share and give away the other, down to one piece a rank; then the pieces come back the same
 * way. It is the {@linkplain MixedRadix mixed-radix butterfly} whose degrees are all 2.
 *
 * <pre>
 *   4 ranks, pieces abcd     halve with rank XOR 2:  0,1 keep ab   2,3 keep cd
 *                            halve with rank XOR 1:  0 a   1 b     2 c   3 d
 *                            double, in reverse
 * </pre>
 *
 * 2 log2 N rounds and 2 (N - 1) / N vectors sent: few rounds and few bytes, for long vectors.
 * Numbers of ranks that are not a power of two are {@linkplain Fold folded}.
 *
 * <p>Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in
 * MPICH", 2005.
 */
@AutoService(Algorithm.class)
public record HalvingDoubling() implements Algorithm {

  @Override
  public String name() {
    return "halving-doubling";
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "Partners split what they share in halves, then give the sums back.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return Fold.around(
        (r, power, n) -> halving(power).schedule(r, power, n).rounds(), rank, size, length);
  }

  private static MixedRadix halving(int power) {
    return new MixedRadix(Collections.nCopies(Integer.numberOfTrailingZeros(power), 2));
  }
}
