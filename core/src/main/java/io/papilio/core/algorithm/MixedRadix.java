package io.papilio.core.algorithm;

import com.google.auto.service.AutoService;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Schedule;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All-reduce over a butterfly whose layers may have different degrees: 12 ranks as 4 x 3. Each
 * layer is a reduce-scatter inside groups of d ranks on the way down, an all-gather on the way up.
 *
 * <pre>
 *   12 = 4 x 3    down: groups {0 3 6 9} ..., then {0 1 2} ...
 *                 up:   groups {0 1 2} ..., then {0 3 6 9} ...
 * </pre>
 *
 * Two rounds a layer and 2 (N - 1) / N vectors sent, for every number of ranks without a special
 * case. Large degrees mean few rounds of many small messages; degrees of 2 are halving-doubling.
 *
 * <p>Zhao and Canny, "Kylix: a sparse allreduce for commodity clusters", 2014.
 */
@AutoService(Algorithm.class)
public record MixedRadix(List<Integer> degrees) implements Algorithm {

  public MixedRadix {
    degrees = List.copyOf(degrees);
  }

  /** With degrees that fit the number of ranks: its prime factors, twos paired as fours. */
  public MixedRadix() {
    this(List.of());
  }

  @Override
  public String name() {
    return name(degrees);
  }

  @Override
  public Collective collective() {
    return Collective.ALL_REDUCE;
  }

  @Override
  public String summary() {
    return "A butterfly with groups of mixed sizes, 12 = 4 x 3: scatter the sums, then gather.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    Schedule down = new MixedRadixReduceScatter(degrees).schedule(rank, size, length);
    return down.then(down.backwards());
  }

  static String name(List<Integer> degrees) {
    return degrees.isEmpty()
        ? "mixed-radix"
        : degrees.stream()
            .map(String::valueOf)
            .collect(Collectors.joining("x", "mixed-radix:", ""));
  }

  /** The given degrees, or those that fit. One rank has none: degrees are given for more. */
  static Degrees degrees(List<Integer> given, int size) {
    return given.isEmpty() ? Degrees.of(size) : new Degrees(given);
  }
}
