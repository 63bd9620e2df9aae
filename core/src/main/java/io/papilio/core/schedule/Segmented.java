package io.papilio.core.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a vector into segments and runs an algorithm on each of them, one round apart, so that the
 * rounds of different segments overlap: pipelining as a pure transform.
 *
 * <pre>
 *   round      0    1    2    3    4
 *   segment 0  r0   r1   r2
 *   segment 1       r0   r1   r2
 *   segment 2            r0   r1   r2
 * </pre>
 *
 * The merged rounds are an ordinary {@link Schedule}, verified, priced and run like any other, so
 * what overlaps is exactly what was proved. It pays where most ranks are idle in most rounds, as in
 * a tree. The segments are vectors of their own, so the collective must not divide the vector by
 * owner.
 */
public record Segmented(Algorithm base, int segmentLength) implements Algorithm {

  public Segmented {
    if (base.collective().isOwned()) {
      throw new IllegalArgumentException(base.collective() + " cannot be cut into segments");
    }
    if (segmentLength < 1) {
      throw new IllegalArgumentException("segments of " + segmentLength + " elements");
    }
  }

  @Override
  public String name() {
    return base.name() + "/" + segmentLength;
  }

  @Override
  public Collective collective() {
    return base.collective();
  }

  @Override
  public String summary() {
    return base.summary() + " In overlapping segments of " + segmentLength + " elements.";
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    int segments = Math.max(1, (int) (((long) length + segmentLength - 1) / segmentLength));
    List<List<Step>> merged = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      Range range = Range.part(length, segments, segment);
      Schedule own = base.schedule(rank, size, range.length()).within(length, range.from());
      for (int round = 0; round < own.rounds().size(); round++) {
        while (merged.size() <= segment + round) {
          merged.add(new ArrayList<>());
        }
        merged.get(segment + round).addAll(own.rounds().get(round).steps());
      }
    }
    return new Schedule(rank, size, length, merged.stream().map(Round::new).toList());
  }
}
