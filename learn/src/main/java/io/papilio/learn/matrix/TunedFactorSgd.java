package io.papilio.learn.matrix;

import io.papilio.learn.data.Shard;
import io.papilio.learn.linear.Optimizer;
import io.papilio.runtime.comm.Communicator;

/** {@link FactorSgd} with a rate that is found on a sample first: {@code --rate auto}. */
public record TunedFactorSgd(FactorSgd sgd) implements Optimizer {
  @Override
  public long run(Communicator comm, Shard shard, float[] weights, Watch watch) {
    FactorSgd tuned =
        watch
            .resumed()
            .map(snapshot -> sgd.withRate(snapshot.number("rate")))
            .orElseGet(() -> FactorRates.tune(sgd, comm, shard, weights));
    return tuned.run(comm, shard, weights, watch);
  }
}
