package io.papilio.spark.variable;

import io.papilio.runtime.communicator.CollectiveException;
import io.papilio.runtime.communicator.Context;
import io.papilio.runtime.engine.Protocol;
import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Slice;
import io.papilio.runtime.transport.Transport.Loss;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Bytes of any length from rank to rank, each parcel with a number. What is longer than a message
 * is cut, and put together again where it arrives. When the communicator breaks, so does what is
 * waited for.
 */
final class Parcels implements Protocol {
  private final Context context;
  private final long channel;
  private final int cut;
  private final Runnable unsubscribe;
  private final Map<Long, Arrival> arrivals = new HashMap<>();
  private Throwable broken;

  /** What has come of a parcel. */
  private static final class Arrival {
    final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    byte[] bytes;
    int filled;
  }

  Parcels(Context context) {
    this.context = context;
    this.channel = context.newChannel("parcels");
    this.cut = (int) Math.min(context.node().transport().maxPayloadBytes(), 1 << 20);
    this.unsubscribe = context.onFailure(this::fail);
    context.node().execute(() -> context.node().attach(this));
  }

  @Override
  public long channel() {
    return channel;
  }

  @Override
  public int epoch() {
    return context.group().epoch();
  }

  /** From any thread; the bytes must not change any more. */
  void send(int rank, int number, byte[] bytes) {
    context.addBytesSent(bytes.length);
    int at = 0;
    do {
      int end = (int) Math.min((long) at + cut, bytes.length);
      context
          .node()
          .send(
              Message.to(context.group().node(rank), Message.Lane.DATA, channel)
                  .epoch(epoch())
                  .operation(number)
                  .digest(bytes.length)
                  .payload(Slice.of(bytes).slice(at, end)));
      at = end;
    } while (at < bytes.length);
    context.node().runInBackground();
  }

  /** Is there when all of it is. */
  CompletableFuture<byte[]> receive(int rank, int number) {
    CompletableFuture<byte[]> received = new CompletableFuture<>();
    context
        .node()
        .execute(
            () ->
                arrival(rank, number)
                    .whole
                    .whenComplete(
                        (bytes, error) ->
                            context.node().afterTurn(() -> end(received, bytes, error))));
    context.node().runInBackground();
    return received;
  }

  private static void end(CompletableFuture<byte[]> future, byte[] bytes, Throwable error) {
    if (error == null) {
      future.complete(bytes);
    } else {
      future.completeExceptionally(error);
    }
  }

  private Arrival arrival(int rank, long number) {
    return arrivals.computeIfAbsent(
        number << 32 | rank,
        key -> {
          Arrival arrival = new Arrival();
          if (broken != null) {
            arrival.whole.completeExceptionally(broken);
          }
          return arrival;
        });
  }

  @Override
  public void onMessage(Message message) {
    int rank = context.group().rankOf(message.source());
    if (rank >= 0) {
      try {
        fill(arrival(rank, message.operation()), message);
      } catch (OutOfMemoryError e) { // of this communicator: the node goes on
        context.fail(e);
      }
    }
    message.release();
  }

  private static void fill(Arrival arrival, Message message) {
    if (arrival.bytes == null) {
      arrival.bytes = new byte[(int) message.digest()];
    }
    Slice part = message.payload();
    part.copyTo(Slice.of(arrival.bytes).slice(arrival.filled, arrival.filled + part.length()));
    arrival.filled += part.length();
    if (arrival.filled == arrival.bytes.length) {
      arrival.whole.complete(arrival.bytes);
    }
  }

  @Override
  public void onLost(Loss loss) {
    int rank = context.group().rankOf(loss.node());
    if (rank >= 0) {
      context.fail(rank, loss.reason());
    }
  }

  private void fail(CollectiveException error) {
    broken = error;
    arrivals.values().forEach(arrival -> arrival.whole.completeExceptionally(error));
  }

  /** Nothing more is sent or waited for. */
  void close() {
    unsubscribe.run();
    context.node().execute(() -> context.node().detach(this));
  }
}
