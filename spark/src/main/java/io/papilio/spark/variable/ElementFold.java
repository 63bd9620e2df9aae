package io.papilio.spark.variable;

import io.papilio.core.schedule.Range;
import io.papilio.runtime.communicator.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * For lists and arrays of elements of any type, combined pair by pair. What takes long is not the
 * network but making bytes of elements and elements of bytes, so that is done as seldom as possible
 * and on all cores:
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
  private final Class<? extends Object[]> arrays; // null for lists

  @SuppressWarnings("unchecked") // elements are what the function says they are
  private ElementFold(Combine<?> function, Class<? extends Object[]> arrays) {
    this.function = (Combine<Object>) function;
    this.arrays = arrays;
  }

  /** Tasks commit and get lists. */
  public static <E> ElementFold ofLists(Combine<E> function) {
    return new ElementFold(function, null);
  }

  /** Tasks commit and get arrays of this type. */
  @SuppressWarnings("unchecked") // not of a primitive type
  public static <E> ElementFold ofArrays(Combine<E> function, Class<E> type) {
    if (type.isPrimitive()) {
      throw new IllegalArgumentException(
          "an array of %s has no elements that a function could combine: use their class"
              .formatted(type));
    }
    return new ElementFold(function, (Class<? extends Object[]>) type.arrayType());
  }

  /** Sums may be of another class than what was committed, so they have an array for any. */
  @Override
  public Object open(Object vector) {
    if (arrays == null && vector instanceof Collection<?> list) {
      return list.toArray();
    }
    if (arrays != null && arrays.isInstance(vector)) {
      Object[] elements = (Object[]) vector;
      return Arrays.copyOf(elements, elements.length, Object[].class);
    }
    throw new IllegalArgumentException(
        "this variable takes %s, not %s"
            .formatted(
                arrays == null ? "lists" : arrays.getSimpleName(),
                vector == null ? "null" : vector.getClass().getSimpleName()));
  }

  @Override
  public Object wrap(Object result) {
    Object[] elements = (Object[]) result;
    return arrays == null
        ? Collections.unmodifiableList(Arrays.asList(elements))
        : Arrays.copyOf(elements, elements.length, arrays);
  }

  @Override
  public String shape(Object values) {
    return ((Object[]) values).length + " elements";
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
    return CompletableFuture.completedFuture((Object[]) sum)
        .thenCompose(own -> new Exchange(own, comm, parcels, workshop).run())
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

  /** When all are done, or as soon as one has failed: the others may wait for it for ever. */
  private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> futures) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
    futures.forEach(
        future ->
            future.whenComplete(
                (value, error) -> {
                  if (error != null) {
                    all.completeExceptionally(error);
                  }
                }));
    return all;
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
