package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;
import java.util.List;

/**
 * All-gather over the {@linkplain Degrees layers} of a mixed-radix butterfly, the innermost first:
 * in each layer the d ranks of a group give each other what their sub-blocks have. It is the
 * {@linkplain MixedRadixReduceScatter reduce-scatter}, backwards.
 *
 * <pre>
 *   6 = 3 x 2, pieces abcdef    layer 1: 0,1 have ab   2,3 have cd   4,5 have ef
 *                               layer 0: all have abcdef
 * </pre>
 *
 * One round a layer, (N - 1) / N vectors sent.
 */
@AutoService(Algorithm.class)
public record MixedRadixAllGather(List<Integer> degrees) implements Algorithm {

  public MixedRadixAllGather {
    degrees = List.copyOf(degrees);
  }

  /** With degrees that fit the number of ranks. */
  public MixedRadixAllGather() {
    this(List.of());
  }

  @Override
  public String name() {
    return MixedRadix.name(degrees);
  }

  @Override
  public Collective collective() {
    return Collective.ALL_GATHER;
  }

  @Override
  public String summary() {
    return "Members of a group give each other their pieces; layer by layer.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    return new MixedRadixReduceScatter(degrees).schedule(rank, size, length).backwards();
  }
}
