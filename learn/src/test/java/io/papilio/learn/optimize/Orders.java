package io.papilio.learn.optimize;

import io.papilio.learn.data.Shard;
import java.util.stream.LongStream;

/** What {@link RowOrder} says, all at once. */
public final class Orders {
  private Orders() {}

  public static long[] shuffled(Shard shard, long seed, int rank, int epoch) {
    RowOrder order = RowOrder.of(shard, seed, rank, epoch);
    return LongStream.range(0, shard.size()).map(order::row).toArray();
  }
}
