package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Slice;
import java.util.HashMap;
import java.util.Map;

/**
 * An array, of which every position has its element. Peers read it while we go on, so what may
 * change is read as a copy; all else is read where it is.
 */
public final class DenseStore implements Store {
  /** What does not come as an array is combined by pieces that stay in the first-level cache. */
  private static final int BLOCK = 2048;

  private final Slice data;
  private final Combiner combiner;
  private final Scratch spare;
  private final Map<Range, Slice> copies = new HashMap<>();

  public DenseStore(Slice data, Combiner combiner, Scratch spare) {
    this.data = data;
    this.combiner = combiner;
    this.spare = spare;
  }

  @Override
  public Slice read(Range range, boolean changing) {
    Slice own = data.slice(range.from(), range.to());
    return changing
        ? copies.computeIfAbsent(range, key -> copyOf(own)).slice(0, own.length())
        : own;
  }

  private Slice copyOf(Slice own) {
    Slice copy = spare.take(own.type(), own.length());
    own.copyTo(copy.slice(0, own.length()));
    return copy;
  }

  @Override
  public void receive(Step step, int offset, Slice piece, boolean more) {
    Range range = step.range();
    int end = offset + piece.length();
    if (end > range.length() || !more && end < range.length()) {
      throw new IllegalStateException(
          "rank %d sent %d elements%s where %d were expected"
              .formatted(step.peer(), end, more ? " and more" : "", range.length()));
    }
    if (piece.length() == 0) {
      return;
    }
    Slice target = data.slice(range.from() + offset, range.from() + end);
    if (step.kind() == Step.Kind.COPY) {
      piece.copyTo(target);
    } else if (piece.isArray()) {
      combiner.combine(target, piece);
    } else {
      combineByBlocks(target, piece);
    }
  }

  private void combineByBlocks(Slice target, Slice piece) {
    Slice spareBlock = spare.take(piece.type(), BLOCK);
    for (int from = 0; from < piece.length(); from += BLOCK) {
      int to = Math.min(from + BLOCK, piece.length());
      Slice block = spareBlock.slice(0, to - from);
      piece.slice(from, to).copyTo(block);
      combiner.combine(target.slice(from, to), block);
    }
    spare.giveBack(spareBlock);
  }

  @Override
  public void endRound() {
    copies.values().forEach(spare::giveBack);
    copies.clear();
  }
}
