package io.papilio.spark.variable;

import io.papilio.core.price.Selector;
import io.papilio.core.schedule.Algorithm;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.transport.Slice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * What is cheapest by measured links: a group of processes is measured when it reduces for the
 * first time, and chooses by that from then on.
 *
 * <p>All ranks have to choose alike, so they first agree on which measurement they use. One may
 * have failed on some of them, and if two variables were measured at once, the last one to be kept
 * need not be the same everywhere. If they do not agree, they measure again.
 */
public final class MeasuredChoice implements Choice {
  private final Function<Communicator, Selector> measure;
  private final Map<List<Integer>, Measured> known = new ConcurrentHashMap<>();

  /** The number is the same on all ranks that took part, and no other measurement has it. */
  private record Measured(long number, Selector selector) {}

  /** By calibrations. */
  public MeasuredChoice() {
    this(Communicator::calibrate);
  }

  /** By something else, which may block. */
  MeasuredChoice(Function<Communicator, Selector> measure) {
    this.measure = measure;
  }

  @Override
  public CompletableFuture<Optional<Algorithm>> choose(Communicator comm) {
    if (comm.size() == 1) {
      return CHEAPEST.choose(comm);
    }
    Measured own = known.get(comm.nodes());
    long number = own == null ? 0 : own.number;
    long[] leastAndMost = {number, -number};
    return comm.allReduceAsync(Slice.of(leastAndMost), Reduction.MIN)
        .thenCompose(
            none -> {
              if (number == 0 || leastAndMost[0] != number || leastAndMost[1] != -number) {
                return measure(comm);
              }
              comm.chooseBy(own.selector);
              return CHEAPEST.choose(comm);
            });
  }

  /** In a thread of its own: what waits here must not keep others from being measured. */
  private CompletableFuture<Optional<Algorithm>> measure(Communicator comm) {
    CompletableFuture<Optional<Algorithm>> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                Selector selector = measure.apply(comm);
                long any = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
                long number = comm.allReduce(any, Reduction.MAX);
                known.put(comm.nodes(), new Measured(number, selector));
                done.complete(Optional.empty());
              } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
              }
            },
            "papilio-measure");
    thread.setDaemon(true);
    thread.start();
    return done;
  }
}
