package io.papilio.learn.job;

import io.papilio.learn.job.PlaceSpec.Launch;
import io.papilio.runtime.cluster.Worker;
import io.papilio.runtime.communicator.Codec;
import io.papilio.runtime.communicator.Communicator;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A training over hosts. Its processes meet at a rendezvous; each of them, once it has joined,
 * leads or follows.
 *
 * <pre>
 *   HostTraining.lead(worker, spec, listener)     knows what to train, and gets the result
 *   HostTraining.follow(worker, listener)         does what the leader says
 *   HostTraining.follow(worker, listener)
 * </pre>
 *
 * The same as {@code papilio train --join} and {@code papilio worker --join}, with which it goes
 * together.
 */
public final class HostTraining {

  private HostTraining() {}

  /** What to train, and the rank that says so. */
  private record Order(int leader, TrainingSpec spec) {
    static final Codec<Optional<Order>> CODEC = Json.codec(Order.class);

    /** Returns the order of the lowest rank that gives one. */
    static Optional<Order> first(Optional<Order> a, Optional<Order> b) {
      return a.isEmpty() || b.isEmpty() ? a.or(() -> b) : Optional.of(a.get().and(b.get()));
    }

    private Order and(Order other) {
      if (!spec.equals(other.spec)) {
        throw new IllegalStateException(
            "ranks %d and %d are to train different things".formatted(leader, other.leader));
      }
      return leader < other.leader ? this : other;
    }
  }

  /**
   * Trains what the spec says, together with those who follow. It is over hosts, whatever place the
   * spec names; the group says how many workers there are.
   *
   * @return the result; nothing if a process of a lower rank leads, with the same spec
   * @throws IllegalArgumentException if something does not go together, or cannot be learned from
   * @throws io.papilio.runtime.communicator.CollectiveException if another process was lost
   */
  public static Optional<TrainingResult> lead(
      Worker worker, TrainingSpec spec, TrainingListener listener) throws Exception {
    PlaceSpec hosts = spec.place().withLaunch(Launch.HOSTS).withWorkers(0);
    return train(worker, Optional.of(spec.withPlace(hosts)), listener);
  }

  /**
   * Does what the leader says, until the training ends. The listener hears what concerns this
   * process alone.
   *
   * @return whether the model is where it should be: where leaders are lost the last one, which may
   *     be this process, writes it
   * @throws IllegalArgumentException if nobody leads, or the data cannot be learned from
   * @throws io.papilio.runtime.communicator.CollectiveException if another process was lost
   */
  public static boolean follow(Worker worker, TrainingListener listener) throws Exception {
    return train(worker, Optional.empty(), listener).map(TrainingResult::isSaved).orElse(true);
  }

  private static Optional<TrainingResult> train(
      Worker worker, Optional<TrainingSpec> spec, TrainingListener listener) throws Exception {
    AtomicReference<TrainingResult> trained = new AtomicReference<>();
    worker.run(comm -> train(comm, spec, listener).ifPresent(trained::set));
    return Optional.ofNullable(trained.get());
  }

  private static Optional<TrainingResult> train(
      Communicator comm, Optional<TrainingSpec> spec, TrainingListener listener)
      throws IOException, InterruptedException {
    if (spec.isPresent()) {
      spec.get().check();
    }
    Order order =
        comm.allReduce(
                spec.map(one -> new Order(comm.rank(), one)), Order.CODEC, Order::first, "order")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        ("all %d processes are workers: one has to be papilio train --join, or"
                                + " HostTraining.lead")
                            .formatted(comm.size())));
    listener.onNote("worker %d of %d".formatted(comm.rank(), comm.size()));
    return new TrainingJob(order.spec(), listener).run(comm, order.leader());
  }
}
