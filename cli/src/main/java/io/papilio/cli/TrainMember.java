package io.papilio.cli;

import io.papilio.runtime.comm.Codec;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.Worker;
import io.papilio.runtime.transport.net.NetOptions.Sharing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
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

  /** What to do, and who said so; the rank is that of nobody if nobody did. */
  private record Order(int leader, String words) {
    private static final String SEPARATOR = "\u0000";
    private static final Order NONE = new Order(Integer.MAX_VALUE, "");

    static Order of(int rank, List<String> arguments) {
      return new Order(rank, String.join(SEPARATOR, arguments));
    }

    List<String> arguments() {
      return words.isEmpty() ? List.of() : List.of(words.split(SEPARATOR));
    }

    Order and(Order other) {
      if (equals(NONE) || other.equals(NONE)) {
        return equals(NONE) ? other : this;
      }
      if (!words.equals(other.words)) {
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
          return (order.leader + " " + order.words).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Order decode(byte[] bytes) {
          String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ", 2);
          return new Order(Integer.parseInt(parts[0]), parts[1]);
        }
      };

  /** Leads, if nobody with a lower rank does; the result is where the leader is. */
  Optional<Map<String, Object>> lead(List<String> arguments, TrainJob.Listener listener)
      throws Exception {
    return join(Optional.of(arguments), listener);
  }

  /** Does what the leader says. */
  void follow(TrainJob.Listener listener) throws Exception {
    join(Optional.empty(), listener);
  }

  private Optional<Map<String, Object>> join(
      Optional<List<String>> arguments, TrainJob.Listener listener) throws Exception {
    AtomicReference<Map<String, Object>> result = new AtomicReference<>();
    try (Worker worker = Networks.join(network, Sharing.AUTO)) {
      worker.run(comm -> train(comm, arguments, listener).ifPresent(result::set));
    }
    return Optional.ofNullable(result.get());
  }

  private static Optional<Map<String, Object>> train(
      Communicator comm, Optional<List<String>> arguments, TrainJob.Listener listener)
      throws IOException, InterruptedException {
    Order mine = arguments.map(words -> Order.of(comm.rank(), words)).orElse(Order.NONE);
    Order order = comm.allReduce(mine, CODEC, Order::and, "order");
    if (order.equals(Order.NONE)) {
      throw new IllegalArgumentException(
          "all %d processes are workers: one has to be papilio train --join"
              .formatted(comm.size()));
    }
    listener.onNote("worker %d of %d".formatted(comm.rank(), comm.size()));
    TrainOptions options = TrainOptions.parse(order.arguments());
    boolean leads = comm.rank() == order.leader;
    TrainOptions.Ready ready = options.ready(options.load(leads, listener::onNote));
    Room.of(ready.training(), comm.size(), 1).note().ifPresent(listener::onNote);
    return new TrainJob(comm, options, ready, order.leader).run(listener);
  }
}
