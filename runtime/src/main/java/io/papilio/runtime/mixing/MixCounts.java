package io.papilio.runtime.mixing;

import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;

/**
 * What a mixer's reduces found. Of every input, a source in a reduce, at most one of the last four
 * is counted; if none is, its very update of the iteration was used.
 *
 * @param reduces how many there were
 * @param full those in which every source had its update of the iteration or a later one, whole
 * @param missing sources that had sent nothing yet, one for each reduce that missed them
 * @param stale updates used although they were of an earlier iteration
 * @param newer updates used although they were of a later iteration: that of this one is lost
 * @param torn updates that were being overwritten and could not be used
 */
public record MixCounts(long reduces, long full, long missing, long stale, long newer, long torn) {
  public static final MixCounts NONE = new MixCounts(0, 0, 0, 0, 0, 0);

  /** Of all ranks, who call it together. */
  public MixCounts sum(Communicator comm) {
    long[] all = {reduces, full, missing, stale, newer, torn};
    comm.allReduce(all, Reduction.SUM);
    return new MixCounts(all[0], all[1], all[2], all[3], all[4], all[5]);
  }

  MixCounts plus(MixCounts other) {
    return new MixCounts(
        reduces + other.reduces,
        full + other.full,
        missing + other.missing,
        stale + other.stale,
        newer + other.newer,
        torn + other.torn);
  }
}
