package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Round;
import io.papilio.core.schedule.Schedule;
import io.papilio.core.schedule.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Reduce-scatter over the {@linkplain Degrees layers} of a mixed-radix butterfly: in each layer the
 * d ranks of a group cut what they share into d pieces, and each sums one of them.
 *
 * <pre>
 *   6 = 3 x 2, pieces abcdef    layer 0: 0,1 sum ab   2,3 sum cd   4,5 sum ef
 *                               layer 1: 0 a   1 b    2 c   3 d    4 e   5 f
 * </pre>
 *
 * One round a layer, (N - 1) / N vectors sent. Each element is summed by one rank alone, so the
 * order of summation is the same for everyone.
 *
 * <p>Zhao and Canny, "Kylix: a sparse allreduce for commodity clusters", 2014.
 */
@AutoService(Algorithm.class)
public record MixedRadixReduceScatter(List<Integer> degrees) implements Algorithm {

  public MixedRadixReduceScatter {
    degrees = List.copyOf(degrees);
  }

  /** With degrees that fit the number of ranks. */
  public MixedRadixReduceScatter() {
    this(List.of());
  }

  @Override
  public String name() {
    return MixedRadix.name(degrees);
  }

  @Override
  public Collective collective() {
    return Collective.REDUCE_SCATTER;
  }

  @Override
  public String summary() {
    return "Groups cut what they share into pieces, each member sums one; layer by layer.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    List<Round> rounds = new ArrayList<>();
    for (Degrees.Layer layer : MixedRadix.degrees(degrees, size).layers(rank, size)) {
      List<Step> steps = new ArrayList<>();
      for (int place = 0; place < layer.degree(); place++) {
        if (place != layer.place()) {
          steps.add(Step.send(layer.peer(place), layer.range(place, size, length)));
          steps.add(Step.reduce(layer.peer(place), layer.range(layer.place(), size, length)));
        }
      }
      rounds.add(new Round(steps));
    }
    return new Schedule(rank, size, length, rounds);
  }
}
