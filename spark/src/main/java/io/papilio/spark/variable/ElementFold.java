package io.papilio.spark.variable;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.comm.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * For lists of elements of any type, combined pair by pair. What takes long is not the network but
 * making bytes of elements and elements of bytes, so that is done as seldom as possible and on all
 * cores:
 *
 * <pre>
 *            lane 0   lane 1                     each rank owns a piece of each lane
 *   rank 0  [ a | b ][ c | d ]
 *   rank 1  [ a | b ][ c | d ]    1. pieces go to their owner, who combines them, rank by rank
 *             0   1    0   1      2. what the owner has made of them goes to everybody
 * </pre>
 *
 * An element is serialised once where it was committed and once when it is done. Each piece goes
 * its way, serialise, send, receive, deserialise, reduce, without waiting for another: the parallel
 * partitions of Li, Davis and Jarvis, "An Efficient Task-based All-Reduce" (2017).
 */
public final class ElementFold implements Fold {
  private static final long serialVersionUID = 1;

  private final Combine<Object> function;

  /** Elements are what the function says they are. */
  @SuppressWarnings("unchecked")
  public ElementFold(Combine<?> function) {
    this.function = (Combine<Object>) function;
  }

  @Override
  public String shape(Object values) {
    if (!(values instanceof Object[] elements)) {
      throw new IllegalArgumentException(
          "this variable takes elements, not "
              + (values == null ? "null" : values.getClass().getSimpleName()));
    }
    return elements.length + " elements";
  }

  @Override
  public Object add(Object sum, Object values) {
    if (sum == null) {
      return values;
    }
    combine((Object[]) sum, (Object[]) values);
    return sum;
  }

  private void combine(Object[] into, Object[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] = function.apply(into[i], from[i]);
    }
  }

  @Override
  public CompletableFuture<Object> reduce(Object sum, Communicator comm, Workshop workshop) {
    Parcels parcels = new Parcels(comm.context());
    return new Exchange((Object[]) sum, comm, parcels, workshop)
        .run()
        .whenComplete((result, error) -> end(comm, parcels, error));
  }

  /** The others must not wait for what this rank could not make. */
  private static void end(Communicator comm, Parcels parcels, Throwable error) {
    if (error != null) {
      comm.context().node().execute(() -> comm.context().fail(error));
    }
    parcels.close();
  }

  /** One reduction on one rank. */
  private final class Exchange {
    private final Object[] own;
    private final Object[] result;
    private final Communicator comm;
    private final Parcels parcels;
    private final Workshop workshop;

    Exchange(Object[] own, Communicator comm, Parcels parcels, Workshop workshop) {
      this.own = own;
      this.result = new Object[own.length];
      this.comm = comm;
      this.parcels = parcels;
      this.workshop = workshop;
    }

    CompletableFuture<Object> run() {
      List<CompletableFuture<Void>> pieces = new ArrayList<>();
      for (int lane = 0; lane < workshop.lanes(); lane++) {
        for (int rank = 0; rank < comm.size(); rank++) {
          pieces.addAll(rank == comm.rank() ? List.of(make(lane)) : swap(lane, rank));
        }
      }
      return all(pieces).thenApply(none -> result);
    }

    private Range range(int lane, int rank) {
      int lanes = workshop.lanes();
      return Range.part(own.length, lanes * comm.size(), lane * comm.size() + rank);
    }

    private Object[] piece(int lane, int rank) {
      Range range = range(lane, rank);
      return Arrays.copyOfRange(own, range.from(), range.to());
    }

    private int made(int lane) {
      return workshop.lanes() + lane;
    }

    /** What another owns: ours goes there, and what becomes of it comes back. */
    private List<CompletableFuture<Void>> swap(int lane, int owner) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> parcels.send(owner, lane, workshop.codec().encode(piece(lane, owner))),
              workshop.pool());
      CompletableFuture<Void> back =
          parcels
              .receive(owner, made(lane))
              .thenAcceptAsync(
                  bytes -> keep(lane, owner, workshop.codec().decode(bytes)), workshop.pool());
      return List.of(sent, back);
    }

    /** What this rank owns, when all others have sent theirs. */
    private CompletableFuture<Void> make(int lane) {
      List<CompletableFuture<Object[]>> theirs = new ArrayList<>();
      for (int rank = 0; rank < comm.size(); rank++) {
        theirs.add(
            rank == comm.rank()
                ? CompletableFuture.completedFuture(piece(lane, rank))
                : parcels
                    .receive(rank, lane)
                    .thenApplyAsync(workshop.codec()::decode, workshop.pool()));
      }
      return all(theirs)
          .thenRunAsync(
              () -> {
                Object[] sum = theirs.get(0).join();
                for (CompletableFuture<Object[]> next : theirs.subList(1, theirs.size())) {
                  combine(sum, next.join());
                }
                keep(lane, comm.rank(), sum);
                tell(lane, sum);
              },
              workshop.pool());
    }

    private void tell(int lane, Object[] sum) {
      if (comm.size() > 1) {
        byte[] bytes = workshop.codec().encode(sum);
        for (int rank = 0; rank < comm.size(); rank++) {
          if (rank != comm.rank()) {
            parcels.send(rank, made(lane), bytes);
          }
        }
      }
    }

    private void keep(int lane, int owner, Object[] piece) {
      System.arraycopy(piece, 0, result, range(lane, owner).from(), piece.length);
    }
  }

  private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }

  @Override
  public CompletableFuture<Object> copy(
      Object result, String shape, Communicator pair, Workshop workshop) {
    Parcels parcels = new Parcels(pair.context());
    CompletableFuture<Object> copied =
        pair.rank() == 0
            ? CompletableFuture.supplyAsync(
                () -> {
                  parcels.send(1, 0, workshop.codec().encode((Object[]) result));
                  return result;
                },
                workshop.pool())
            : parcels.receive(0, 0).thenApplyAsync(workshop.codec()::decode, workshop.pool());
    return copied.whenComplete((value, error) -> end(pair, parcels, error));
  }
}
