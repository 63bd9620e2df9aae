package io.papilio.cli.train;

import io.papilio.cli.network.NetworkOptions;
import io.papilio.cli.network.Networks;
import io.papilio.learn.job.Json;
import io.papilio.learn.job.TrainingJob;
import io.papilio.learn.job.TrainingListener;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.job.TrainingSpec;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * This process as one worker of a training over hosts.
 *
 * <pre>
 *   papilio train --join ...     knows what to train: leads
 *   papilio worker --join ...    does what the leader says
 *   papilio worker --join ...
 * </pre>
 */
record TrainMember(NetworkOptions network) {

  /** What to train, and who said so; the rank is that of nobody if nobody did. */
  private record Order(int leader, String spec) {
    private static final Order NONE = new Order(Integer.MAX_VALUE, "");

    Order and(Order other) {
      if (equals(NONE) || other.equals(NONE)) {
        return equals(NONE) ? other : this;
      }
      if (!spec.equals(other.spec)) {
        throw new IllegalStateException(
            "ranks %d and %d are to train different things".formatted(leader, other.leader));
      }
      return leader < other.leader ? this : other;
    }
  }

  private static final Codec<Order> CODEC =
      new Codec<>() {
        @Override
        public byte[] encode(Order order) {
          return (order.leader + " " + order.spec).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Order decode(byte[] bytes) {
          String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ", 2);
          return new Order(Integer.parseInt(parts[0]), parts[1]);
        }
      };

  /** Leads, if nobody with a lower rank does; the result is where the leader is. */
  Optional<TrainingResult> lead(TrainingSpec spec, TrainingListener listener) throws Exception {
    return join(Optional.of(spec), listener);
  }

  /** Does what the leader says. */
  void follow(TrainingListener listener) throws Exception {
    join(Optional.empty(), listener);
  }

  private Optional<TrainingResult> join(Optional<TrainingSpec> spec, TrainingListener listener)
      throws Exception {
    AtomicReference<TrainingResult> result = new AtomicReference<>();
    try (Worker worker = Networks.join(network, Sharing.AUTO)) {
      worker.run(comm -> train(comm, spec, listener).ifPresent(result::set));
    }
    return Optional.ofNullable(result.get());
  }

  private static Optional<TrainingResult> train(
      Communicator comm, Optional<TrainingSpec> spec, TrainingListener listener)
      throws IOException, InterruptedException {
    Order mine = spec.map(one -> new Order(comm.rank(), Json.encode(one))).orElse(Order.NONE);
    Order order = comm.allReduce(mine, CODEC, Order::and, "order");
    if (order.equals(Order.NONE)) {
      throw new IllegalArgumentException(
          "all %d processes are workers: one has to be papilio train --join"
              .formatted(comm.size()));
    }
    listener.onNote("worker %d of %d".formatted(comm.rank(), comm.size()));
    TrainingSpec told = Json.decode(order.spec, TrainingSpec.class);
    return new TrainingJob(told, listener).run(comm, order.leader);
  }
}
