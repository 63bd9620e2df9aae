package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A vector of floats of which only the {@link Entries} are there, cut into runs: each holds what
 * lies between its first index and that of the next.
 *
 * <pre>
 *   from index     0              400          1000          length
 *   runs           | 7 12 390     |            | 1003 1977     |
 * </pre>
 *
 * A range that is read or received becomes a run. A run is replaced, never changed, so whatever is
 * sent is sent from where it is, and stays as it was.
 *
 * <p>A schedule divides positions, of which there may be fewer than indices: each then stands for
 * equally many indices, give or take one. Where the entries lie does not matter to the result, only
 * to who has how much to do.
 */
public final class SparseStore implements Store {
  private final int length;
  private final int positions;
  private final NavigableMap<Integer, Slice> runs = new TreeMap<>();
  private final Pieces pieces = new Pieces();

  /** Does not change the entries. */
  public SparseStore(int length, int positions, Slice entries) {
    if (positions < 0 || positions > length || positions == 0 && length > 0) {
      throw new IllegalArgumentException(positions + " positions for " + length + " indices");
    }
    this.length = length;
    this.positions = positions;
    runs.put(0, entries);
  }

  /** All entries there are. */
  public Slice entries() {
    return run(0, length);
  }

  @Override
  public Slice read(Range range) {
    return run(index(range.from()), index(range.to()));
  }

  @Override
  public void receive(Step step, int offset, Slice piece, boolean more) {
    boolean whole = offset == 0 && !more;
    Slice received = whole && piece.isArray() ? piece : pieces.add(offset, piece);
    if (more) {
      return;
    }
    int from = index(step.range().from());
    int to = index(step.range().to());
    check(step.peer(), received, from, to);
    if (step.kind() == Step.Kind.COPY) {
      replace(from, to, received.copy());
    } else {
      replace(from, to, Entries.sum(run(from, to), received));
    }
  }

  private static void check(int peer, Slice received, int from, int to) {
    for (int i = 0; i < received.length(); i += Math.max(1, received.length() - 1)) {
      int index = Entries.index(received.longs()[received.offset() + i]);
      if (index < from || index >= to) {
        throw new IllegalStateException(
            "rank %d sent index %d where %d to %d were expected"
                .formatted(peer, index, from, to - 1));
      }
    }
  }

  /** Where a position begins. */
  private int index(int position) {
    return positions == 0 ? 0 : (int) ((long) position * length / positions);
  }

  /** What lies between two indices, which is one run from now on. */
  private Slice run(int from, int to) {
    if (from == to) {
      return runs.get(0).slice(0, 0);
    }
    cut(from);
    cut(to);
    NavigableMap<Integer, Slice> within = runs.subMap(from, true, to, false);
    if (within.size() > 1) {
      replace(from, to, join(within.values()));
    }
    return runs.get(from);
  }

  private void replace(int from, int to, Slice run) {
    if (from < to) {
      cut(from);
      cut(to);
      runs.subMap(from, true, to, false).clear();
      runs.put(from, run);
    }
  }

  private void cut(int at) {
    int start = runs.floorKey(at);
    if (start < at && at < length) {
      Slice run = runs.get(start);
      int middle = Entries.find(run, at);
      runs.put(start, run.slice(0, middle));
      runs.put(at, run.slice(middle, run.length()));
    }
  }

  private static Slice join(Collection<Slice> runs) {
    int count = runs.stream().mapToInt(Slice::length).sum();
    Slice all = Slice.allocate(ElementType.LONG, count);
    int next = 0;
    for (Slice run : runs) {
      run.copyTo(all.slice(next, next + run.length()));
      next += run.length();
    }
    return all;
  }
}
