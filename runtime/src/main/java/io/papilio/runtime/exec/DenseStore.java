package io.papilio.runtime.exec;

import io.papilio.core.schedule.Range;
import io.papilio.core.schedule.Step;
import io.papilio.runtime.transport.Slice;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An array, of which every position has its element. It is read and changed where it is; what must
 * outlast a change is copied.
 */
public final class DenseStore implements Store {
  /** What does not come as an array is combined by pieces that stay in the first-level cache. */
  private static final int BLOCK = 2048;

  private final Slice data = Slice.of(new byte[0]);
  private final Combiner combiner;
  private final Scratch spare;
  private final Deque<Slice> copies = new ArrayDeque<>();

  private final Slice source = Slice.of(new byte[0]);
  private final Slice target = Slice.of(new byte[0]);
  private final Slice block = Slice.of(new byte[0]);

  /** Works on nothing until it is {@linkplain #hold given} something. */
  public DenseStore(Combiner combiner, Scratch spare) {
    this.combiner = combiner;
    this.spare = spare;
  }

  public DenseStore(Slice data, Combiner combiner, Scratch spare) {
    this(combiner, spare);
    hold(data);
  }

  /** From now on it works on these elements. */
  public void hold(Slice elements) {
    data.aim(elements, 0, elements.length());
  }

  /** And from now on on none: nothing of an array stays here. */
  public void letGo() {
    data.aim(Slice.EMPTY, 0, 0);
    source.aim(Slice.EMPTY, 0, 0);
    target.aim(Slice.EMPTY, 0, 0);
    block.aim(Slice.EMPTY, 0, 0);
  }

  @Override
  public Slice read(Range range) {
    source.aim(data, range.from(), range.to());
    return source;
  }

  @Override
  public void protect(Slice read) {
    Slice copy = spare.take(read.type(), read.length());
    copies.add(copy);
    block.aim(copy, 0, read.length());
    read.copyTo(block);
    read.aim(copy, 0, read.length());
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
    if (piece.type() != data.type()) {
      throw new IllegalStateException("rank %d sent %s".formatted(step.peer(), piece));
    }
    if (step.kind() == Step.Kind.COPY) {
      target.aim(data, range.from() + offset, range.from() + end);
      piece.copyTo(target);
    } else {
      combine(range.from() + offset, piece);
    }
  }

  /** Combines elements, from a position on, with some of the same type. */
  public void combine(int at, Slice piece) {
    if (piece.isArray() || combiner.readsMemory(piece.type())) {
      target.aim(data, at, at + piece.length());
      combiner.combine(target, piece);
    } else {
      combineByBlocks(at, piece);
    }
  }

  private void combineByBlocks(int at, Slice piece) {
    Kernels.copied(piece.lengthBytes());
    Slice copy = spare.take(piece.type(), BLOCK);
    for (int from = 0; from < piece.length(); from += BLOCK) {
      int to = Math.min(from + BLOCK, piece.length());
      block.aim(copy, 0, to - from);
      source.aim(piece, from, to);
      source.copyTo(block);
      target.aim(data, at + from, at + to);
      combiner.combine(target, block);
    }
    spare.giveBack(copy);
  }

  @Override
  public void endRound() {
    while (!copies.isEmpty()) {
      spare.giveBack(copies.remove());
    }
  }
}
