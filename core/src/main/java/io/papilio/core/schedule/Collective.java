package io.papilio.core.schedule;

/**
 * What an operation promises: who holds a value before it, and who must hold the combination of
 * those values after it.
 *
 * <pre>
 *                    before      after
 *   all-reduce       everyone    everyone
 *   reduce           everyone    root
 *   broadcast        root        everyone
 *   reduce-scatter   everyone    owner      (rank r owns Range.part(length, size, r))
 *   all-gather       owner       everyone
 *   barrier          nobody      nobody     (but everyone has heard of everyone)
 * </pre>
 *
 * Whatever else is in a vector before or after is undefined.
 */
public record Collective(Kind kind, int root) {

  public static final Collective ALL_REDUCE = new Collective(Kind.ALL_REDUCE, 0);
  public static final Collective REDUCE_SCATTER = new Collective(Kind.REDUCE_SCATTER, 0);
  public static final Collective ALL_GATHER = new Collective(Kind.ALL_GATHER, 0);
  public static final Collective BARRIER = new Collective(Kind.BARRIER, 0);

  public enum Kind {
    ALL_REDUCE("all-reduce", Place.EVERYONE, Place.EVERYONE),
    REDUCE("reduce", Place.EVERYONE, Place.ROOT),
    BROADCAST("broadcast", Place.ROOT, Place.EVERYONE),
    REDUCE_SCATTER("reduce-scatter", Place.EVERYONE, Place.OWNER),
    ALL_GATHER("all-gather", Place.OWNER, Place.EVERYONE),
    BARRIER("barrier", Place.NOBODY, Place.NOBODY);

    private final String label;
    private final Place before;
    private final Place after;

    Kind(String label, Place before, Place after) {
      this.label = label;
      this.before = before;
      this.after = after;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  private enum Place {
    EVERYONE,
    ROOT,
    OWNER,
    NOBODY
  }

  public Collective {
    if (root < 0) {
      throw new IllegalArgumentException("no root " + root);
    }
  }

  public static Collective reduce(int root) {
    return new Collective(Kind.REDUCE, root);
  }

  public static Collective broadcast(int root) {
    return new Collective(Kind.BROADCAST, root);
  }

  /** Whether one rank is special. */
  public boolean isRooted() {
    return kind.before == Place.ROOT || kind.after == Place.ROOT;
  }

  /** Whether it matters who owns which part of the vector. */
  public boolean isOwned() {
    return kind.before == Place.OWNER || kind.after == Place.OWNER;
  }

  /** Whether {@code rank} holds a value that counts in the part owned by {@code owner}. */
  public boolean holdsBefore(int rank, int owner) {
    return isAt(kind.before, rank, owner);
  }

  /** Whether {@code rank} must end with the combined value in the part owned by {@code owner}. */
  public boolean holdsAfter(int rank, int owner) {
    return isAt(kind.after, rank, owner);
  }

  private boolean isAt(Place place, int rank, int owner) {
    return switch (place) {
      case EVERYONE -> true;
      case ROOT -> rank == root;
      case OWNER -> rank == owner;
      case NOBODY -> false;
    };
  }

  @Override
  public String toString() {
    return isRooted() ? kind + " (root " + root + ")" : kind.toString();
  }
}
