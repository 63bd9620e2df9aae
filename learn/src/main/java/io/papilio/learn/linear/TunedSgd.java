package io.papilio.learn.linear;

import io.papilio.learn.data.Shard;
import io.papilio.runtime.comm.Communicator;

/** SGD with a rate that is found on a sample first: {@code --rate auto}. */
public record TunedSgd(Sgd sgd) implements Optimizer {
  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    Sgd tuned =
        watch
            .resumed()
            .map(snapshot -> sgd.withRate(snapshot.number("rate")))
            .orElseGet(() -> RateSearch.tune(sgd, comm, shard, weights.length));
    return tuned.run(comm, shard, weights, watch);
  }
}
