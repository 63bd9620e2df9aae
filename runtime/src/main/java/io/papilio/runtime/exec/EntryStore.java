package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.ElementType;
import io.papilio.runtime.transport.Slice;
import java.util.Arrays;

/**
 * A sparse vector for schedules that never divide it: all its {@link Entries} are one position.
 *
 * <pre>
 *   entries   | 7 12 390 |    +    received   | 12 400 |    -->    | 7 12 390 400 |
 * </pre>
 *
 * Sums are written to another array, and the two change places: so what was sent stays as it was
 * until the round has ended. Once both are large enough nothing is allocated.
 */
public final class EntryStore implements Store {
  private final int length;
  private long[] entries = new long[256];
  private long[] sum = new long[256];
  private int count;
  private final Slice sent = Slice.of(entries);
  private final Slice own = Slice.of(entries);
  private final Pieces pieces = new Pieces();

  /** For a vector of this length, without entries. */
  public EntryStore(int length) {
    this.length = length;
  }

  public void clear() {
    count = 0;
  }

  /** Adds an entry, whose index is larger than those of all before it. */
  public void add(int index, float value) {
    if (index < 0 || index >= length || count > 0 && index <= Entries.index(entries[count - 1])) {
      throw new IllegalArgumentException(
          "index %d as number %d of a vector of length %d".formatted(index, count, length));
    }
    if (count == entries.length) {
      entries = Arrays.copyOf(entries, 2 * count);
    }
    entries[count++] = Entries.entry(index, value);
  }

  public int size() {
    return count;
  }

  /** Returns an entry, as {@link Entries} has it. */
  public long entry(int number) {
    return entries[number];
  }

  @Override
  public Slice read(Range range) {
    sent.aim(ElementType.LONG, entries, count);
    return sent;
  }

  @Override
  public void receive(Step step, int offset, Slice piece, boolean more) {
    if (piece.length() > 0 && piece.type() != ElementType.LONG) {
      throw new IllegalStateException("rank %d sent %s".formatted(step.peer(), piece));
    }
    boolean isWhole = offset == 0 && !more && piece.isArray();
    Slice all = isWhole ? piece : pieces.add(offset, piece);
    if (more) {
      return;
    }
    if (step.kind() == Step.Kind.COPY) {
      count = 0;
    }
    if (all.length() > 0) {
      check(step.peer(), all.longs()[all.offset()]);
      check(step.peer(), all.longs()[all.offset() + all.length() - 1]);
      add(all);
    }
  }

  private void add(Slice others) {
    int most = Math.addExact(count, others.length());
    if (sum.length < most) {
      sum = new long[Math.max(most, 2 * sum.length)];
    }
    own.aim(ElementType.LONG, entries, count);
    count = Entries.sum(own, others, sum);
    long[] free = entries;
    entries = sum;
    sum = free;
  }

  private void check(int peer, long entry) {
    int index = Entries.index(entry);
    if (index < 0 || index >= length) {
      throw new IllegalStateException(
          "rank %d sent index %d of a vector of length %d".formatted(peer, index, length));
    }
  }
}
