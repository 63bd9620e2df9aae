package io.papilio.core.schedule;

/**
 * The elements {@code from} (inclusive) to {@code to} (exclusive) of a vector; possibly none.
 *
 * <p>{@link #part} is the only place in Papilio that divides a length: every algorithm, segment and
 * shard is cut by it, so two ranks that cut the same length always agree on the pieces.
 */
public record Range(int from, int to) {

  public Range {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("not a range: [" + from + ", " + to + ")");
    }
  }

  /** The whole of a vector. */
  public static Range of(int length) {
    return new Range(0, length);
  }

  /**
   * Piece {@code index} of a vector of {@code length} elements cut into {@code parts}: in order,
   * without gaps, sizes differing by at most one, the larger ones first, empty ones allowed.
   */
  public static Range part(int length, int parts, int index) {
    return parts(length, parts, index, index + 1);
  }

  /**
   * Pieces {@code first} (inclusive) to {@code last} (exclusive) of {@link #part}, as one range.
   */
  public static Range parts(int length, int parts, int first, int last) {
    if (length < 0 || parts < 1 || first < 0 || last < first || last > parts) {
      throw new IllegalArgumentException(
          "no pieces " + first + ".." + last + " of " + length + " elements cut into " + parts);
    }
    return new Range(start(length, parts, first), start(length, parts, last));
  }

  private static int start(int length, int parts, int index) {
    int larger = length % parts;
    return index * (length / parts) + Math.min(index, larger);
  }

  public int length() {
    return to - from;
  }

  public boolean isEmpty() {
    return from == to;
  }

  /** Whether the two have an element in common; an empty range overlaps nothing. */
  public boolean overlaps(Range other) {
    return Math.max(from, other.from) < Math.min(to, other.to);
  }

  /** The same elements of a vector that begins {@code offset} elements earlier. */
  public Range shift(int offset) {
    return new Range(from + offset, to + offset);
  }

  @Override
  public String toString() {
    return "[" + from + "," + to + ")";
  }
}
