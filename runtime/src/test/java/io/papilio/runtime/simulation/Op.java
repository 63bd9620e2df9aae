package io.papilio.runtime.simulation;

import io.papilio.core.algorithm.Algorithms;
import io.papilio.core.schedule.Algorithm;
import io.papilio.core.schedule.Collective;
import io.papilio.core.schedule.Collective.Kind;
import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Values;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * One collective of a simulated program, the same for all ranks of a group: what each rank brings,
 * and what it must get.
 *
 * @param algorithm for all-reduces
 */
record Op(
    long id,
    Kind kind,
    ElementType type,
    Combine combine,
    int length,
    int root,
    Algorithm algorithm) {

  private static final List<Algorithm> ALL_REDUCES = Algorithms.of(Kind.ALL_REDUCE);
  private static final List<ElementType> TYPES =
      List.of(ElementType.FLOAT, ElementType.DOUBLE, ElementType.INT, ElementType.LONG);

  /** How values are combined. */
  enum Combine {
    SUM(Reduction.SUM),
    MIN(Reduction.MIN),
    MAX(Reduction.MAX),
    /** Of fractions, so that every order of adding gives other bits. */
    ROUGH_SUM(Reduction.SUM);

    private final Reduction reduction;

    Combine(Reduction reduction) {
      this.reduction = reduction;
    }

    private double apply(double a, double b) {
      return switch (this) {
        case SUM, ROUGH_SUM -> a + b;
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
      };
    }
  }

  static Op random(SplittableRandom random, long id, int size) {
    ElementType type = TYPES.get(random.nextInt(TYPES.size()));
    boolean rough =
        type == ElementType.FLOAT || type == ElementType.DOUBLE ? random.nextBoolean() : false;
    return new Op(
        id,
        random.nextBoolean()
            ? Kind.ALL_REDUCE
            : Kind.values()[random.nextInt(Kind.values().length)],
        type,
        rough ? Combine.ROUGH_SUM : Combine.values()[random.nextInt(3)],
        length(random),
        random.nextInt(size),
        ALL_REDUCES.get(random.nextInt(ALL_REDUCES.size())));
  }

  private static int length(SplittableRandom random) {
    int dice = random.nextInt(200);
    if (dice == 0) {
      return 33_000; // two segments of the tree
    }
    return dice < 20 ? 0 : random.nextInt(1, 60);
  }

  static Op barrier(long id) {
    return new Op(id, Kind.BARRIER, ElementType.INT, Combine.SUM, 0, 0, ALL_REDUCES.get(0));
  }

  /** The same call, but for one thing. */
  Op changed(SplittableRandom random, int size) {
    ElementType otherType = type == ElementType.INT ? ElementType.FLOAT : ElementType.INT;
    Combine other = combine == Combine.MAX ? Combine.MIN : Combine.MAX;
    int choice = random.nextInt(4);
    if (choice == 0 && kind != Kind.BARRIER) {
      return new Op(id, kind, type, combine, length + 1, root, algorithm);
    }
    if (choice == 1 && kind != Kind.BARRIER) {
      return new Op(id, kind, otherType, Combine.SUM, length, root, algorithm);
    }
    if (choice == 2 && isRooted() && size > 1) {
      return new Op(id, kind, type, combine, length, (root + 1) % size, algorithm);
    }
    if (choice == 3 && (kind == Kind.ALL_REDUCE || kind == Kind.REDUCE)) {
      return new Op(id, kind, type, other, length, root, algorithm);
    }
    Kind otherKind = kind == Kind.ALL_GATHER ? Kind.BROADCAST : Kind.ALL_GATHER;
    return new Op(id, otherKind, type, combine, length, root, algorithm);
  }

  private boolean isRooted() {
    return kind == Kind.BROADCAST || kind == Kind.REDUCE;
  }

  /** What a rank brings. */
  Slice input(int rank) {
    Slice slice = Slice.allocate(type, length);
    for (int i = 0; i < length; i++) {
      Values.set(slice, i, value(rank, i));
    }
    return slice;
  }

  private double value(int rank, int position) {
    int any = Values.at(id * 100 + rank, position);
    double rough = any % 2001 / 7.0 * (1 + any % 5 * 1000);
    return combine != Combine.ROUGH_SUM
        ? any % 2001 - 1000
        : type == ElementType.FLOAT ? (float) rough : rough;
  }

  CompletableFuture<Void> start(Communicator comm, Slice data) {
    return switch (kind) {
      case ALL_REDUCE -> comm.allReduceAsync(data, combine.reduction, algorithm);
      case REDUCE -> comm.reduceAsync(data, combine.reduction, root);
      case BROADCAST -> comm.broadcastAsync(data, root);
      case REDUCE_SCATTER -> comm.reduceScatterAsync(data, combine.reduction);
      case ALL_GATHER -> comm.allGatherAsync(data);
      case BARRIER -> comm.barrierAsync();
    };
  }

  /** Checks what a rank has got; returns a number for the bits that all ranks must have. */
  long check(Slice data, int rank, int size) {
    Collective collective = new Collective(kind, isRooted() ? root : 0);
    for (int owner = 0; owner < size; owner++) {
      Range part = Range.part(length, size, owner);
      for (int i = part.from(); i < part.to() && collective.holdsAfter(rank, owner); i++) {
        checkElement(collective, data, rank, size, new int[] {owner, i});
      }
    }
    boolean everywhere =
        kind == Kind.ALL_REDUCE || kind == Kind.ALL_GATHER || kind == Kind.BROADCAST;
    long bits = 17;
    for (int i = 0; i < length && everywhere; i++) {
      bits = bits * 31 + Double.doubleToLongBits(Values.get(data, i));
    }
    return bits;
  }

  private void checkElement(Collective collective, Slice data, int rank, int size, int[] where) {
    int owner = where[0];
    int position = where[1];
    double expected = Double.NaN;
    double magnitude = 0;
    for (int from = 0; from < size; from++) {
      if (collective.holdsBefore(from, owner)) {
        double value = value(from, position);
        magnitude += Math.abs(value);
        expected =
            magnitude == Math.abs(value) && Double.isNaN(expected)
                ? value
                : combine.apply(expected, value);
      }
    }
    double actual = Values.get(data, position);
    double tolerance =
        combine != Combine.ROUGH_SUM ? 0 : magnitude * (type == ElementType.FLOAT ? 1e-5 : 1e-14);
    if (!(Math.abs(actual - expected) <= tolerance)) {
      throw new AssertionError(
          "%s: rank %d of %d has %s instead of %s at %d"
              .formatted(this, rank, size, actual, expected, position));
    }
  }

  @Override
  public String toString() {
    return "op %d (%s%s %s of %d %s, root %d)"
        .formatted(
            id,
            kind,
            kind == Kind.ALL_REDUCE ? " " + algorithm.name() : "",
            combine,
            length,
            type,
            root);
  }
}
