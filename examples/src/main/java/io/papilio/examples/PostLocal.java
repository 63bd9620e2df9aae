package io.papilio.examples;

import com.google.auto.service.AutoService;
import io.papilio.learn.Papilio;
import io.papilio.learn.sync.Averager;
import io.papilio.learn.sync.SyncStrategy;
import io.papilio.runtime.communicator.Communicator;
import io.papilio.runtime.communicator.Reduction;
import io.papilio.runtime.mixing.Consistency;
import java.util.List;

/**
 * A way of your own to keep workers together: they average their weights at every step at first,
 * while these change much, and every eighth step later.
 *
 * <pre>
 *   post-local:3    step   1  2  3  4  5  6  7  8  9 ... 16 ... 24
 *                          x  x  x              x        x      x     all-reduce
 * </pre>
 *
 * <p>The annotation is all that is needed: {@code papilio train --sync post-local:200} knows it.
 *
 * <p>Lin, Stich, Patel and Jaggi: Don't Use Large Mini-Batches, Use Local SGD (2020).
 */
@AutoService(SyncStrategy.class)
public record PostLocal(long first) implements SyncStrategy {
  private static final long LATER = 8;

  public PostLocal() {
    this(100);
  }

  @Override
  public String name() {
    return "post-local";
  }

  @Override
  public String spelling() {
    return name() + ":" + first;
  }

  @Override
  public SyncStrategy with(String argument) {
    return new PostLocal(Long.parseLong(argument));
  }

  @Override
  public Averager averager(Communicator comm, Consistency how, float[] weights, long step) {
    float[] means =
        new float[weights.length]; // if the all-reduce fails, the weights are still good
    return new Averager() {
      @Override
      public boolean isDue(long now) {
        return now <= first || now % LATER == 0;
      }

      @Override
      public void average() {
        System.arraycopy(weights, 0, means, 0, means.length);
        comm.allReduce(means, Reduction.MEAN);
        System.arraycopy(means, 0, weights, 0, means.length);
      }
    };
  }

  /** Shows what it costs and what it is worth, between two others. */
  public static void main(String[] args) {
    for (String sync : List.of("periodic:1", "post-local:100", "periodic:8")) {
      var result = Papilio.train("linear").workers(4).optimizer("sgd").sync(sync).run();
      System.out.printf(
          "%-14s  loss %.4f  %,d bytes%n",
          sync, result.metrics().loss(), result.bytesSent().get(0));
    }
  }
}
