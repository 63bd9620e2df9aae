package io.papilio.core.schedule;

/**
 * An algorithm written for root 0, turned so that {@code root} takes that place: rank r plays the
 * part of rank (r - root) mod size. Rooted algorithms are therefore only ever written for root 0.
 */
public record Rerooted(Algorithm base, int root) implements Algorithm {

  public Rerooted {
    if (!base.collective().isRooted() || base.collective().root() != 0) {
      throw new IllegalArgumentException(base.collective() + " has no root 0 to move");
    }
    if (root < 0) {
      throw new IllegalArgumentException("no root " + root);
    }
  }

  @Override
  public String name() {
    return base.name();
  }

  @Override
  public Collective collective() {
    return new Collective(base.collective().kind(), root);
  }

  @Override
  public String summary() {
    return base.summary();
  }

  @Override
  public Schedule schedule(int rank, int size, int length) {
    if (root >= size) {
      throw new IllegalArgumentException("no root " + root + " among " + size + " ranks");
    }
    Schedule original = base.schedule(Math.floorMod(rank - root, size), size, length);
    return new Schedule(
        rank,
        size,
        length,
        original.rounds().stream().map(round -> round.map(step -> turn(step, size))).toList());
  }

  private Step turn(Step step, int size) {
    return new Step(step.kind(), (step.peer() + root) % size, step.range());
  }
}
