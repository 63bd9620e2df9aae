package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * All-reduce by recursive doubling: in round k each rank swaps its whole vector with the one whose
 * number differs in bit k, and both add.
 *
 * <pre>
 *   0 --- 1     2 --- 3      round 0: partner = rank XOR 1
 *   0 --------- 2   1 --------- 3      round 1: partner = rank XOR 2
 * </pre>
 *
 * log2 N rounds, one vector in each: the fewest rounds there are, for short vectors. Numbers of
 * ranks that are not a power of two are {@linkplain Fold folded}.
 *
 * <p>Zhao and Canny, "Butterfly mixing", 2013, figure 1b; Li, Davis and Jarvis, "An efficient
 * task-based all-reduce", 2017, figure 1b.
 */
@AutoService(Algorithm.class)
public record Butterfly() implements Algorithm {

  @Override
  public String name() {
    return "butterfly";
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "Partners at distance 1, 2, 4, ... swap whole vectors and add.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return Fold.around(Butterfly::exchanges, rank, size, length);
  }

  private static List<Round> exchanges(int rank, int size, int length) {
    Range all = Range.of(length);
    List<Round> rounds = new ArrayList<>();
    for (int distance = 1; distance < size; distance *= 2) {
      int partner = rank ^ distance;
      rounds.add(Round.of(Step.send(partner, all), Step.reduce(partner, all)));
    }
    return rounds;
  }
}
